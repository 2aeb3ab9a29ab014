// The drain method: fill a socket with datagrams, then measure how long one thread takes to get
// them out. No sender runs meanwhile, so it is the sharpest comparison of ways to receive.
#pragma once

#include <chrono>
#include <cstddef>

#include "rio/windows_api.hpp"

namespace bench {

constexpr std::size_t kDatagramBytes = 1024;

class Loopback {
 public:
  // A bound datagram socket with a large buffer, and one that sends to it.
  explicit Loopback(DWORD flags);
  ~Loopback();
  Loopback(const Loopback&) = delete;
  Loopback& operator=(const Loopback&) = delete;

  [[nodiscard]] SOCKET receiver() const { return receiver_; }
  [[nodiscard]] SOCKET sender() const { return sender_; }
  [[nodiscard]] const SOCKADDR_IN& address() const { return address_; }
  // Sends so many datagrams; they are all in the receiver's buffer afterwards.
  void fill(std::size_t datagrams) const;

 private:
  SOCKET receiver_;
  SOCKET sender_;
  SOCKADDR_IN address_;
};

// CPU time of the calling thread.
[[nodiscard]] std::chrono::duration<double> thread_time();

[[noreturn]] void fail(const char* what);

}  // namespace bench
