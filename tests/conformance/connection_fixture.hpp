// A listener on a port, and AcceptEx at hand.
#pragma once

#include <gtest/gtest.h>

#include "loopback.hpp"

namespace conformance {

template <typename Function>
Function extension(const Socket& socket, GUID id) {
  Function function = nullptr;
  DWORD bytes = 0;
  EXPECT_EQ(WSAIoctl(socket.get(), SIO_GET_EXTENSION_FUNCTION_POINTER, &id, sizeof id, &function,
                     sizeof function, &bytes, nullptr, nullptr),
            0)
      << WSAGetLastError();
  return function;
}

inline Socket stream() {
  return Socket(WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, nullptr, 0, WSA_FLAG_OVERLAPPED));
}

inline Socket bound_stream() {
  Socket socket = stream();
  const Address any = loopback(0);
  EXPECT_EQ(bind(socket.get(), any.get(), any.bytes()), 0);
  return socket;
}

struct Connection : testing::Test {
  static constexpr DWORD kAreaBytes = sizeof(SOCKADDR_STORAGE) + 16;
  static constexpr ULONG_PTR kListenerKey = 3;
  Socket listener = bound_stream();
  Address address = address_of(listener);
  Handle port = new_port();
  Socket accepted = stream();
  LPFN_ACCEPTEX accept_ex = nullptr;
  OVERLAPPED overlapped{};
  char output[256 + 2 * kAreaBytes] = {};

  void SetUp() override {
    ASSERT_EQ(listen(listener.get(), 16), 0);
    ASSERT_EQ(CreateIoCompletionPort(listener.handle(), port.get(), kListenerKey, 0), port.get());
    accept_ex = extension<LPFN_ACCEPTEX>(listener, WSAID_ACCEPTEX);
    ASSERT_NE(accept_ex, nullptr);
  }
  [[nodiscard]] bool start_accept(DWORD receive_bytes) {
    DWORD bytes = 0;
    overlapped = {};
    return accept_ex(listener.get(), accepted.get(), output, receive_bytes, kAreaBytes, kAreaBytes,
                     &bytes, &overlapped) ||
           WSAGetLastError() == WSA_IO_PENDING;
  }
  [[nodiscard]] Socket connected_client() const {
    Socket client = stream();
    EXPECT_EQ(connect(client.get(), address.get(), address.bytes()), 0) << WSAGetLastError();
    return client;
  }
  [[nodiscard]] int update_accept_context() const {
    const SOCKET raw = listener.get();
    return setsockopt(accepted.get(), SOL_SOCKET, SO_UPDATE_ACCEPT_CONTEXT,
                      reinterpret_cast<const char*>(&raw), sizeof raw);
  }
  [[nodiscard]] DWORD connect_time() const {
    DWORD seconds = 0;
    int bytes = sizeof seconds;
    EXPECT_EQ(getsockopt(accepted.get(), SOL_SOCKET, SO_CONNECT_TIME,
                         reinterpret_cast<char*>(&seconds), &bytes),
              0);
    return seconds;
  }
};

}  // namespace conformance
