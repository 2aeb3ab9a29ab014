/// @file
/// @brief How set-up code reports a Windows call that failed.
#pragma once

#include "rio/api_error.hpp"
#include "rio/windows_api.hpp"

namespace harness {

using rio::ApiError;

/// Ends the attempt with the thread's last Winsock error.
/// @param call what was attempted: "WSARecv"
/// @par Errors
///   Always throws ApiError{call, WSAGetLastError()}.
[[noreturn]] void fail(const char* call);

/// Ends the attempt with an error number that came another way, such as RIONotify's return value.
[[noreturn]] void fail(const char* call, DWORD code);

/// Throws as `fail(call)` does unless the call succeeded. For set-up; costs one branch elsewhere.
inline void check(bool succeeded, const char* call) {
  if (!succeeded) [[unlikely]] {
    fail(call);
  }
}

}  // namespace harness
