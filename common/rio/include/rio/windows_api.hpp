/// @file
/// @brief The Windows headers, in the order that works. Nobody else includes them.
#pragma once

// winsock2.h before windows.h, or windows.h pulls in the old winsock.h.
#include <winsock2.h>
#include <ws2tcpip.h>
#include <mswsock.h>
#include <windows.h>

#include "rio/declarations.h"
