/// @file
/// @brief Winsock, started and stopped.
#pragma once

#include "harness/error.hpp"

namespace harness {

/// Winsock 2.2, for as long as this lives.
class Winsock {
 public:
  /// @par Errors
  ///   ApiError when the system has no Winsock 2.2.
  Winsock() {
    WSADATA data{};
    const int error = WSAStartup(MAKEWORD(2, 2), &data);
    if (error != 0) fail("WSAStartup", static_cast<DWORD>(error));
  }
  ~Winsock() { WSACleanup(); }
  Winsock(const Winsock&) = delete;
  Winsock& operator=(const Winsock&) = delete;
};

}  // namespace harness
