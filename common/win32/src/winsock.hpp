// What the Winsock calls have in common.
//
// The sources behind winsock2.h see Linux' socket headers instead of it, because the two clash.
// They define the symbols that winsock2.h declares: win32_NAME for calls that the C library has
// too.
#pragma once

#include "handle_table.hpp"
#include "last_error.hpp"
#include "socket.hpp"
#include "status.hpp"
#include "win32/winsock_types.h"

namespace win32 {

// WSAStartup has been called and not yet undone.
[[nodiscard]] bool winsock_started();

// A socket for the length of a call. Without one the last error is set: WSANOTINITIALISED or
// WSAENOTSOCK.
[[nodiscard]] Use<Socket> use_socket(SOCKET s);

[[nodiscard]] inline int socket_error(long code) {
  return failed(SOCKET_ERROR, code);
}
[[nodiscard]] inline int socket_error_of_errno(int error) {
  return socket_error(static_cast<long>(winsock_error_of_errno(error)));
}
// A Linux result: 0 or above stays, -errno becomes SOCKET_ERROR.
[[nodiscard]] inline int winsock_result(long result) {
  return result >= 0 ? static_cast<int>(result) : socket_error_of_errno(static_cast<int>(-result));
}

}  // namespace win32
