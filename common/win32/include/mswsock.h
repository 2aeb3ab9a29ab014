/** @file
 *  @brief Microsoft's extensions: Registered I/O and their ioctls. */
#ifndef WIN32_MSWSOCK_H
#define WIN32_MSWSOCK_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "winsock2.h"

#include "rio/declarations.h"

#define SIO_UDP_CONNRESET _WSAIOW(IOC_VENDOR, 12)
#define SIO_UDP_NETRESET _WSAIOW(IOC_VENDOR, 15)

#endif
