// Sockets on the loopback address, and short names for what every test does with them.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "rio/windows_api.hpp"

namespace conformance {

// How long a test waits for what must happen, and for what must not.
constexpr DWORD kLimitMs = 5'000;
constexpr DWORD kQuietMs = 50;

class Socket {
 public:
  Socket() = default;
  explicit Socket(SOCKET socket) : socket_(socket) {}
  ~Socket() { close(); }
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;

  [[nodiscard]] SOCKET get() const { return socket_; }
  [[nodiscard]] HANDLE handle() const { return reinterpret_cast<HANDLE>(socket_); }
  void close();

 private:
  SOCKET socket_ = INVALID_SOCKET;
};

class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE handle) : handle_(handle) {}
  ~Handle() { close(); }
  Handle(Handle&& other) noexcept;
  Handle& operator=(Handle&& other) noexcept;

  [[nodiscard]] HANDLE get() const { return handle_; }
  void close();

 private:
  HANDLE handle_ = nullptr;
};

struct Address {
  SOCKADDR_INET inet{};
  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&inet); }
  [[nodiscard]] int bytes() const;
  [[nodiscard]] USHORT port() const;
};

[[nodiscard]] Address loopback(USHORT port, int family = AF_INET);
// A datagram socket on an ephemeral loopback port.
[[nodiscard]] Socket bound_socket(DWORD flags, int family = AF_INET);
[[nodiscard]] Address address_of(const Socket& socket);
[[nodiscard]] Socket sender(int family = AF_INET);
void send_text(const Socket& from, const Address& to, std::string_view text);
// Sends to `to` from a new socket.
void send_text(const Address& to, std::string_view text);

[[nodiscard]] Handle new_event(bool manual_reset, bool set = false);
[[nodiscard]] Handle new_port(DWORD concurrency = 0);

// Calls `done` again and again until it says yes. Did it within the limit?
[[nodiscard]] bool eventually(const std::function<bool()>& done);

// One packet from a port, with everything GetQueuedCompletionStatus says.
struct Packet {
  BOOL success = FALSE;
  DWORD bytes = 0;
  ULONG_PTR key = 0;
  OVERLAPPED* overlapped = nullptr;
  DWORD error = 0;
};
[[nodiscard]] Packet take(HANDLE port, DWORD milliseconds = kLimitMs);

// One overlapped receive of up to 64 bytes.
struct Receive {
  OVERLAPPED overlapped{};
  char data[64] = {};
  DWORD bytes = 0;
  DWORD flags = 0;

  // The return value of WSARecv; the error is in WSAGetLastError().
  [[nodiscard]] int start(const Socket& socket);
  [[nodiscard]] bool start_pending(const Socket& socket);
  [[nodiscard]] std::string text() const { return {data, static_cast<std::size_t>(bytes)}; }
};

}  // namespace conformance
