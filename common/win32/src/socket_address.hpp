// Winsock's rules for addresses that a program passes in; Linux is laxer on all of them.
#pragma once

#include <sys/socket.h>

#include "socket.hpp"

namespace win32 {

// 0, or WSAEFAULT (too short), WSAEAFNOSUPPORT (another family than the socket's).
[[nodiscard]] long address_problem(const Socket& socket, const sockaddr* address, int bytes);
// 0.0.0.0 or ::. Linux would take it for the loopback address.
[[nodiscard]] bool is_unspecified(const sockaddr* address);
// As address_problem(), for where something is sent: also WSAEADDRNOTAVAIL (unspecified, port 0).
[[nodiscard]] long destination_problem(const Socket& socket, const sockaddr* to, int to_bytes);

}  // namespace win32
