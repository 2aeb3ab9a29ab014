/// @file
/// @brief The socket that a chapter serves.
#pragma once

#include <stdexcept>
#include <string>

#include "harness/options.hpp"
#include "harness/unique_socket.hpp"

namespace harness {

/// The server cannot start, and the reader can do something about it. `what()` says what.
class StartFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where is the server to listen, according to --address and --port?
/// @par Errors
///   StartFailed when the address is no literal IPv4 or IPv6 address.
[[nodiscard]] SOCKADDR_INET server_address(const Options& options);

/// Is it 127.0.0.0/8 or ::1?
[[nodiscard]] bool is_loopback(const SOCKADDR_INET& address);

/// Bytes of the address in use: what Winsock wants beside a pointer to it.
[[nodiscard]] int address_bytes(const SOCKADDR_INET& address);

/// "127.0.0.1:5000", "[::1]:5000".
[[nodiscard]] std::string address_text(const SOCKADDR_INET& address);

/// Explains why `bind` failed: the port is taken, the address is not this machine's.
/// @param code Winsock's error number
/// @par Errors
///   Always throws StartFailed, or ApiError for a rare reason.
[[noreturn]] void fail_bind(const Options& options, DWORD code);
/// The same with the thread's last error.
[[noreturn]] void fail_bind(const Options& options);

/// @brief Opens the chapter's UDP socket: WSASocketW, SO_RCVBUF as --rcvbuf says, bind.
///
/// @param flags WSA_FLAG_OVERLAPPED, WSA_FLAG_REGISTERED_IO, or 0 for blocking calls
/// @return the bound socket.
/// @par Errors
///   StartFailed: port taken, address not this machine's. ApiError: anything else.
/// @par Linux
///   The system caps SO_RCVBUF silently (net.core.rmem_max).
[[nodiscard]] UniqueSocket open_server_socket(const Options& options, DWORD flags);

}  // namespace harness
