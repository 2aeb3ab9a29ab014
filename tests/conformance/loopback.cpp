#include "loopback.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <utility>

namespace conformance {

Socket::Socket(Socket&& other) noexcept : socket_(std::exchange(other.socket_, INVALID_SOCKET)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(socket_, other.socket_);
  return *this;
}

void Socket::close() {
  if (socket_ == INVALID_SOCKET) return;
  EXPECT_EQ(closesocket(std::exchange(socket_, INVALID_SOCKET)), 0);
}

Handle::Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}

Handle& Handle::operator=(Handle&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

void Handle::close() {
  if (handle_ == nullptr) return;
  EXPECT_TRUE(CloseHandle(std::exchange(handle_, nullptr)));
}

int Address::bytes() const {
  return inet.si_family == AF_INET ? static_cast<int>(sizeof(sockaddr_in))
                                   : static_cast<int>(sizeof(sockaddr_in6));
}

// Both families keep the port in the same place.
USHORT Address::port() const {
  return ntohs(inet.Ipv4.sin_port);
}

Address loopback(USHORT port, int family) {
  Address address;
  address.inet.si_family = static_cast<ADDRESS_FAMILY>(family);
  address.inet.Ipv4.sin_port = htons(port);
  if (family == AF_INET) {
    EXPECT_EQ(inet_pton(AF_INET, "127.0.0.1", &address.inet.Ipv4.sin_addr), 1);
  } else {
    EXPECT_EQ(inet_pton(AF_INET6, "::1", &address.inet.Ipv6.sin6_addr), 1);
  }
  return address;
}

Socket bound_socket(DWORD flags, int family) {
  Socket socket(WSASocketW(family, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, flags));
  EXPECT_NE(socket.get(), INVALID_SOCKET) << WSAGetLastError();
  const Address any_port = loopback(0, family);
  EXPECT_EQ(bind(socket.get(), any_port.get(), any_port.bytes()), 0) << WSAGetLastError();
  return socket;
}

Address address_of(const Socket& socket) {
  Address address;
  int bytes = sizeof address.inet;
  EXPECT_EQ(getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address.inet), &bytes), 0);
  return address;
}

Socket sender(int family) {
  return bound_socket(WSA_FLAG_OVERLAPPED, family);
}

void send_text(const Socket& from, const Address& to, std::string_view text) {
  EXPECT_EQ(sendto(from.get(), text.data(), static_cast<int>(text.size()), 0, to.get(), to.bytes()),
            static_cast<int>(text.size()))
      << WSAGetLastError();
}

void send_text(const Address& to, std::string_view text) {
  send_text(sender(to.inet.si_family), to, text);
}

Handle new_event(bool manual_reset, bool set) {
  return Handle(CreateEventW(nullptr, manual_reset ? TRUE : FALSE, set ? TRUE : FALSE, nullptr));
}

Handle new_port(DWORD concurrency) {
  return Handle(CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, concurrency));
}

bool eventually(const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(kLimitMs);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

Packet take(HANDLE port, DWORD milliseconds) {
  Packet packet;
  packet.success =
      GetQueuedCompletionStatus(port, &packet.bytes, &packet.key, &packet.overlapped, milliseconds);
  packet.error = packet.success ? 0 : GetLastError();
  return packet;
}

int Receive::start(const Socket& socket) {
  WSABUF buffer{sizeof data, data};
  flags = 0;
  bytes = 0;
  return WSARecv(socket.get(), &buffer, 1, &bytes, &flags, &overlapped, nullptr);
}

bool Receive::start_pending(const Socket& socket) {
  return start(socket) == SOCKET_ERROR && WSAGetLastError() == WSA_IO_PENDING;
}

}  // namespace conformance
