/// @file
/// @brief Asking for the RIO function table.
#pragma once

#include <stdexcept>

#include "rio/windows_api.hpp"

namespace rio {

/// This system has no Registered I/O. `what()` says why in one sentence, and what would help.
class Unavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @brief Fetches the thirteen RIO functions.
///
/// Calls `WSAIoctl(SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER)` with `WSAID_MULTIPLE_RIO`.
///
/// @param socket any socket; it only serves as a probe. The table is valid for the whole process.
/// @return the table, every pointer set.
/// @par Errors
///   Unavailable when the provider has no RIO (Windows 7 and older, Wine).
/// @par Threads
///   Any.
/// @par Linux
///   The table of the workshop's API layer.
/// @see Microsoft Learn: RIO_EXTENSION_FUNCTION_TABLE
[[nodiscard]] RIO_EXTENSION_FUNCTION_TABLE load_function_table(SOCKET socket);

}  // namespace rio
