/** @file
 *  @brief Microsoft's control codes for TCP and for loopback. */
#ifndef WIN32_MSTCPIP_H
#define WIN32_MSTCPIP_H

#include "winsock2.h"

/** Times in milliseconds; Linux rounds them down to seconds, one at least. */
struct tcp_keepalive {
  ULONG onoff;
  ULONG keepalivetime;
  ULONG keepaliveinterval;
};
#define SIO_KEEPALIVE_VALS _WSAIOW(IOC_VENDOR, 4)
#define SIO_LOOPBACK_FAST_PATH _WSAIOW(IOC_VENDOR, 16)
#define SIO_CPU_AFFINITY _WSAIOW(IOC_VENDOR, 21)
#define SIO_IDEAL_SEND_BACKLOG_QUERY _IOR_OF_WINDOWS('t', 123, ULONG)
#define _IOR_OF_WINDOWS(group, code, type) \
  (IOC_OUT | ((sizeof(type) & IOCPARM_MASK) << 16) | ((DWORD)(group) << 8) | (code))

#endif
