/**
 * @file
 * @brief Which sockets are ready: select, WSAPoll, WSAEventSelect. winsock2.h includes it.
 */
#ifndef WIN32_READINESS_H
#define WIN32_READINESS_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "win32/readiness_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define POLLERR 0x0001
#define POLLHUP 0x0002
#define POLLNVAL 0x0004
#define POLLWRNORM 0x0010
#define POLLOUT POLLWRNORM
#define POLLWRBAND 0x0020
#define POLLRDNORM 0x0100
#define POLLRDBAND 0x0200
#define POLLIN (POLLRDNORM | POLLRDBAND)
#define POLLPRI 0x0400

/** @brief What FD_ISSET asks: is the socket in the list? */
int win32_fd_is_set(SOCKET s, const fd_set* set);

#define FD_ZERO(set) (((fd_set*)(set))->fd_count = 0)
#define FD_ISSET(s, set) win32_fd_is_set((SOCKET)(s), (const fd_set*)(set))
#define FD_SET(s, set)                                                \
  do {                                                                \
    fd_set* const win32_set = (fd_set*)(set);                         \
    if (win32_fd_is_set((SOCKET)(s), win32_set) == 0 &&               \
        win32_set->fd_count < FD_SETSIZE) {                           \
      win32_set->fd_array[win32_set->fd_count++] = (SOCKET)(s);       \
    }                                                                 \
  } while (0)
#define FD_CLR(s, set)                                                       \
  do {                                                                       \
    fd_set* const win32_set = (fd_set*)(set);                                \
    u_int win32_kept = 0;                                                    \
    for (u_int win32_i = 0; win32_i < win32_set->fd_count; ++win32_i) {      \
      if (win32_set->fd_array[win32_i] != (SOCKET)(s)) {                     \
        win32_set->fd_array[win32_kept++] = win32_set->fd_array[win32_i];    \
      }                                                                      \
    }                                                                        \
    win32_set->fd_count = win32_kept;                                        \
  } while (0)

/** @brief Waits until a socket of the lists is ready, and leaves those that are.
 *  @param count ignored, as on Windows
 *  @param exceptional a failed connect, or out-of-band data
 *  @param limit NULL waits for ever
 *  @return sockets left over all lists; 0 when the time is over; SOCKET_ERROR with WSAEINVAL (all
 *          lists empty) or WSAENOTSOCK.
 *  @par Limits
 *    FD_SETSIZE (64, or what the program defines before it includes winsock2.h) sockets a list.
 *  @see Microsoft Learn: select */
int WSAAPI win32_select(int count, fd_set* readable, fd_set* writable, fd_set* exceptional,
                        const struct timeval* limit);
#define select win32_select
/** @brief Asks sockets for their readiness.
 *  @param milliseconds negative: for ever
 *  @return entries with revents; 0 when the time is over; SOCKET_ERROR with WSAEFAULT, WSAEINVAL
 *          (no entries, or POLLPRI asked for), WSAENOTSOCK (all of them are none).
 *  @see Microsoft Learn: WSAPoll */
int WSAAPI WSAPoll(LPWSAPOLLFD entries, ULONG count, INT milliseconds);
/** @brief Reports a socket's readiness to an event, and makes the socket non-blocking.
 *
 *  FD_READ is reported again after a receive, FD_ACCEPT after an accept, FD_WRITE after a send that
 *  found no room, FD_CLOSE once. An accepted socket inherits event and mask.
 *  @param events FD_READ | …; 0 ends it
 *  @see Microsoft Learn: WSAEventSelect */
int WSAAPI WSAEventSelect(SOCKET s, WSAEVENT event, long events);
/** @brief What has happened since the last call; resets the event, if one is given.
 *  @see Microsoft Learn: WSAEnumNetworkEvents */
int WSAAPI WSAEnumNetworkEvents(SOCKET s, WSAEVENT event, LPWSANETWORKEVENTS events);

#ifdef __cplusplus
}
#endif

#endif
