/**
 * @file
 * @brief Sending, receiving and events of Winsock; winsock2.h includes it.
 */
#ifndef WIN32_WINSOCK_TRANSFER_H
#define WIN32_WINSOCK_TRANSFER_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "win32/winsock_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sending and receiving -------------------------------------------------------------- */

/** @brief Sends on a connected socket. Blocking: returns when all is with the system.
 *  Non-blocking on a
 *         stream: takes all or nothing.
 *  @return bytes taken; SOCKET_ERROR with WSAEWOULDBLOCK, WSAETIMEDOUT (SO_SNDTIMEO), WSAENOTCONN,
 *          WSAESHUTDOWN, WSAECONNRESET, WSAEMSGSIZE (more than 65,507 bytes), WSAEINTR (closed by
 *          another thread), WSAENOTSOCK.
 *  @see Microsoft Learn: send */
int WSAAPI send(SOCKET s, const char* data, int bytes, int flags) WIN32_SYMBOL(send);
/** @brief Sends a datagram to an address; binds an unbound socket. On a stream the address is
 *  ignored.
 *  @par Errors
 *    as send(), and WSAEFAULT (address too short), WSAEAFNOSUPPORT, WSAEADDRNOTAVAIL (0.0.0.0, ::,
 *    or port 0).
 *  @see Microsoft Learn: sendto */
int WSAAPI sendto(SOCKET s, const char* data, int bytes, int flags, const struct sockaddr* to,
                  int to_bytes) WIN32_SYMBOL(sendto);
/** @brief Receives. On a stream 0 is the end; on a datagram socket it is an empty datagram.
 *  @return bytes; SOCKET_ERROR with WSAEWOULDBLOCK, WSAETIMEDOUT (SO_RCVTIMEO), WSAEMSGSIZE (cut to
 *          the buffer, which is full), WSAECONNRESET, WSAESHUTDOWN, WSAENOTCONN, WSAEINVAL (unbound
 *          datagram socket), WSAEINTR, WSAENOTSOCK.
 *  @par Threads
 *    While it waits it runs calls queued to its thread (win32/apc.h).
 *  @see Microsoft Learn: recv */
int WSAAPI recv(SOCKET s, char* data, int bytes, int flags) WIN32_SYMBOL(recv);
/** @brief As recv(), and tells the sender; on a stream address and length stay untouched.
 *  @see Microsoft Learn: recvfrom */
int WSAAPI recvfrom(SOCKET s, char* data, int bytes, int flags, struct sockaddr* from,
                    int* from_bytes) WIN32_SYMBOL(recvfrom);
/** @brief Receives, blocking or (with an OVERLAPPED) asynchronously.
 *  @param bytes may be NULL only with an overlapped block; not written while pending
 *  @param flags in: MSG_PEEK, …; out: not updated by a pending operation
 *  @return 0: done now (an attached port gets a packet all the same, unless skip-on-success);
 *          SOCKET_ERROR with WSA_IO_PENDING: exactly one completion follows; any other error: none.
 *  @par Errors
 *    WSAEINVAL: no buffers, or an unbound datagram socket; WSAEMSGSIZE: datagram cut to the
 *    buffers (with an overlapped block on a port: and one packet, FALSE / 234);
 *    WSAENOTCONN; WSAECONNRESET; WSAEWOULDBLOCK (non-blocking, no overlapped); WSAENOTSOCK;
 *    WSAEINTR: closed by another thread.
 *  @par Lifetime
 *    The WSABUF array is captured; the memory behind it, the block and the event stay in use until
 *    completion.
 *  @see Microsoft Learn: WSARecv */
int WSAAPI WSARecv(SOCKET s, LPWSABUF buffers, DWORD buffer_count, LPDWORD bytes, LPDWORD flags,
                   LPWSAOVERLAPPED overlapped, LPWSAOVERLAPPED_COMPLETION_ROUTINE routine);
/** @brief As WSARecv, and tells the sender. `from` and `from_bytes` stay in use until completion.
 *  @see Microsoft Learn: WSARecvFrom */
int WSAAPI WSARecvFrom(SOCKET s, LPWSABUF buffers, DWORD buffer_count, LPDWORD bytes, LPDWORD flags,
                       struct sockaddr* from, LPINT from_bytes, LPWSAOVERLAPPED overlapped,
                       LPWSAOVERLAPPED_COMPLETION_ROUTINE routine);
/** @brief Sends, blocking or (with an OVERLAPPED) asynchronously.
 *  @see Microsoft Learn: WSASend */
int WSAAPI WSASend(SOCKET s, LPWSABUF buffers, DWORD buffer_count, LPDWORD bytes, DWORD flags,
                   LPWSAOVERLAPPED overlapped, LPWSAOVERLAPPED_COMPLETION_ROUTINE routine);
/** @brief Sends to an address. @see Microsoft Learn: WSASendTo */
int WSAAPI WSASendTo(SOCKET s, LPWSABUF buffers, DWORD buffer_count, LPDWORD bytes, DWORD flags,
                     const struct sockaddr* to, int to_bytes, LPWSAOVERLAPPED overlapped,
                     LPWSAOVERLAPPED_COMPLETION_ROUTINE routine);
/** @brief Result of an overlapped operation.
 *  @param wait TRUE: waits for it (the block needs an event); FALSE: WSA_IO_INCOMPLETE while
 *  pending
 *  @return TRUE when it succeeded; else FALSE with its Winsock error.
 *  @see Microsoft Learn: WSAGetOverlappedResult */
BOOL WSAAPI WSAGetOverlappedResult(SOCKET s, LPWSAOVERLAPPED overlapped, LPDWORD bytes, BOOL wait,
                                   LPDWORD flags);

/* ---- events ----------------------------------------------------------------------------- */

/** @brief A manual-reset event, not set. @return WSA_INVALID_EVENT (NULL) on failure.
 *  @see Microsoft Learn: WSACreateEvent */
WSAEVENT WSAAPI WSACreateEvent(void);
/** @brief As CloseHandle(). @see Microsoft Learn: WSACloseEvent */
BOOL WSAAPI WSACloseEvent(WSAEVENT event);
/** @brief As SetEvent(). @see Microsoft Learn: WSASetEvent */
BOOL WSAAPI WSASetEvent(WSAEVENT event);
/** @brief As ResetEvent(). @see Microsoft Learn: WSAResetEvent */
BOOL WSAAPI WSAResetEvent(WSAEVENT event);
/** @brief As WaitForMultipleObjectsEx(), with its results and its limit of 64.
 *  @see Microsoft Learn: WSAWaitForMultipleEvents */
DWORD WSAAPI WSAWaitForMultipleEvents(DWORD count, const WSAEVENT* events, BOOL wait_all,
                                      DWORD milliseconds, BOOL alertable);

#ifdef __cplusplus
}
#endif

#endif
