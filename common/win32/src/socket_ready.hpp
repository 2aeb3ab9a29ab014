// The one thing a driver knows about sockets.
#pragma once

#include <cstdint>

namespace win32 {

// Moves bytes for the socket with this handle; nothing when it has been closed meanwhile.
void socket_ready(std::uintptr_t socket, std::uint32_t events);

}  // namespace win32
