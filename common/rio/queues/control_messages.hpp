// Control messages of RIOReceiveEx and RIOSendEx: Windows' form on the program's side, Linux' on
// the kernel's.
#pragma once

#include <sys/socket.h>

#include <cstddef>

#include "win32/winsock_types.h"

namespace rio {

// Room for everything that the layer ever exchanges with the kernel for one datagram.
inline constexpr std::size_t kControlBytes = 192;

// What the kernel told of a received datagram, as a RIO_CMSG_BUFFER. Messages that do not fit are
// left out. Did all fit?
[[nodiscard]] bool store_control(const msghdr& message, char* buffer, std::size_t bytes);

// What the program wants of a datagram to be sent; fills `message` and `storage`, which it will
// point into. 0, or WSAEINVAL: TotalLength is too short or longer than the slice, or a message is
// not whole or not known.
[[nodiscard]] long load_control(const char* buffer, std::size_t bytes, msghdr& message,
                                char* storage);

}  // namespace rio
