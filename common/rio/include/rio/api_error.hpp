/// @file
/// @brief A Windows call that failed, as an exception: what was attempted, and why it did not work.
#pragma once

#include <stdexcept>
#include <string>

#include "rio/windows_api.hpp"

namespace rio {

/// "WSARecv failed with 10054 (Connection reset by peer)".
///
/// For set-up code. The I/O path looks at return values instead.
class ApiError : public std::runtime_error {
 public:
  /// @param attempt the call, optionally with its object: "bind 127.0.0.1:5000"
  /// @param code    the Windows or Winsock error number
  ApiError(const std::string& attempt, DWORD code);

  /// Which error number did Windows give?
  [[nodiscard]] DWORD code() const { return code_; }

 private:
  DWORD code_;
};

/// The system's own words for an error number, without the trailing line break.
[[nodiscard]] std::string error_text(DWORD code);

}  // namespace rio
