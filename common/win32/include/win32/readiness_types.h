/** @file
 *  @brief Types of select, WSAPoll and WSAEventSelect. */
#ifndef WIN32_READINESS_TYPES_H
#define WIN32_READINESS_TYPES_H

#include <sys/select.h> /* first: its fd_set is another one, and makes way */
#include <sys/time.h>
#include <sys/types.h>
#ifdef __cplusplus
#include <unistd.h> /* the C++ library includes it, too; some of its names make way below */
#endif

#include "win32/winsock_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef FD_SETSIZE_IS_THE_PROGRAMS
#undef FD_SETSIZE
#define FD_SETSIZE 64
#endif
#undef FD_SET
#undef FD_CLR
#undef FD_ZERO
#undef FD_ISSET

/** A list of sockets. */
typedef struct win32_fd_set {
  u_int fd_count;
  SOCKET fd_array[FD_SETSIZE];
} win32_fd_set, FD_SET, *PFD_SET, *LPFD_SET;
#define fd_set win32_fd_set

typedef struct pollfd_of_windows {
  SOCKET fd;
  SHORT events;
  SHORT revents;
} WSAPOLLFD, *PWSAPOLLFD, *LPWSAPOLLFD;

#define FD_READ_BIT 0
#define FD_READ 0x01
#define FD_WRITE_BIT 1
#define FD_WRITE 0x02
#define FD_OOB_BIT 2
#define FD_OOB 0x04
#define FD_ACCEPT_BIT 3
#define FD_ACCEPT 0x08
#define FD_CONNECT_BIT 4
#define FD_CONNECT 0x10
#define FD_CLOSE_BIT 5
#define FD_CLOSE 0x20
#define FD_MAX_EVENTS 10
#define FD_ALL_EVENTS 0x3ff

typedef struct _WSANETWORKEVENTS {
  LONG lNetworkEvents;
  int iErrorCode[FD_MAX_EVENTS];
} WSANETWORKEVENTS, *LPWSANETWORKEVENTS;

#ifdef __cplusplus
}
#endif

#endif
