/** @file
 *  @brief Microsoft's extensions: Registered I/O and their ioctls. */
#ifndef WIN32_MSWSOCK_H
#define WIN32_MSWSOCK_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "winsock2.h"

#include "rio/declarations.h"
#include "win32/transmit_file.h"

#define SIO_UDP_CONNRESET _WSAIOW(IOC_VENDOR, 12)
#define SIO_UDP_NETRESET _WSAIOW(IOC_VENDOR, 15)

#define SO_UPDATE_ACCEPT_CONTEXT 0x700B
#define SO_CONNECT_TIME 0x700C
#define SO_UPDATE_CONNECT_CONTEXT 0x7010
#define TF_DISCONNECT 0x01
#define TF_REUSE_SOCKET 0x02
#define TF_WRITE_BEHIND 0x04
#define TF_USE_DEFAULT_WORKER 0x00
#define TF_USE_SYSTEM_THREAD 0x10
#define TF_USE_KERNEL_APC 0x20

#define WSAID_ACCEPTEX \
  {0xb5367df1, 0xcbac, 0x11cf, {0x95, 0xca, 0x00, 0x80, 0x5f, 0x48, 0xa1, 0x92}}
#define WSAID_GETACCEPTEXSOCKADDRS \
  {0xb5367df2, 0xcbac, 0x11cf, {0x95, 0xca, 0x00, 0x80, 0x5f, 0x48, 0xa1, 0x92}}
#define WSAID_TRANSMITFILE \
  {0xb5367df0, 0xcbac, 0x11cf, {0x95, 0xca, 0x00, 0x80, 0x5f, 0x48, 0xa1, 0x92}}
#define WSAID_CONNECTEX \
  {0x25a207b9, 0xddf3, 0x4660, {0x8e, 0xe9, 0x76, 0xe5, 0x8c, 0x74, 0x06, 0x3e}}
#define WSAID_DISCONNECTEX \
  {0x7fda2e11, 0x8630, 0x436f, {0xa0, 0x31, 0xf5, 0x36, 0xa6, 0xee, 0xc1, 0x57}}

#ifdef __cplusplus
extern "C" {
#endif

/** @brief Accepts a connection into a socket of the caller's, and optionally its first data.
 *  @param output room for the data, then the local, then the remote address
 *  @param receive_bytes 0: finishes when the connection is made; more: when its first data is there
 *  @param local_bytes,remote_bytes room for an address, at least 16 bytes more than it needs
 *  @return TRUE, or FALSE with WSA_IO_PENDING: one completion follows, to the listener's port.
 *  @par Errors
 *    WSAEINVAL: not listening, accept socket not fresh, address area too small; WSAEFAULT;
 *    ERROR_INVALID_PARAMETER: no overlapped block.
 *  @par Lifetime
 *    The output area stays in use until completion. Call setsockopt(SO_UPDATE_ACCEPT_CONTEXT)
 *    before getpeername, getsockname or shutdown.
 *  @see Microsoft Learn: AcceptEx */
BOOL PASCAL AcceptEx(SOCKET listen_socket, SOCKET accept_socket, PVOID output, DWORD receive_bytes,
                     DWORD local_bytes, DWORD remote_bytes, LPDWORD received,
                     LPOVERLAPPED overlapped);
/** @brief Finds the addresses in what AcceptEx wrote; pass it the same lengths.
 *  @see Microsoft Learn: GetAcceptExSockaddrs */
VOID PASCAL GetAcceptExSockaddrs(PVOID output, DWORD receive_bytes, DWORD local_bytes,
                                 DWORD remote_bytes, struct sockaddr** local, LPINT local_length,
                                 struct sockaddr** remote, LPINT remote_length);

typedef BOOL(PASCAL* LPFN_ACCEPTEX)(SOCKET listen_socket, SOCKET accept_socket, PVOID output,
                                    DWORD receive_bytes, DWORD local_bytes, DWORD remote_bytes,
                                    LPDWORD received, LPOVERLAPPED overlapped);
typedef VOID(PASCAL* LPFN_GETACCEPTEXSOCKADDRS)(PVOID output, DWORD receive_bytes,
                                                DWORD local_bytes, DWORD remote_bytes,
                                                struct sockaddr** local, LPINT local_length,
                                                struct sockaddr** remote, LPINT remote_length);
/** @brief Sends a file, with bytes before and behind it.
 *  @param file NULL: only the bytes around it
 *  @param bytes of the file; 0: up to its end; at most 2,147,483,646
 *  @param overlapped its offset is where the file's bytes begin; NULL: waits, and begins at the
 *         file's position
 *  @param flags TF_DISCONNECT, TF_REUSE_SOCKET; the other TF_ flags are hints and have no effect
 *  here
 *  @return TRUE, or FALSE with WSA_IO_PENDING: one completion follows. Its count includes the bytes
 *          around the file.
 *  @par Errors
 *    WSAENOTCONN: a datagram socket, or not connected; ERROR_INVALID_HANDLE: no file; WSAEINVAL.
 *  @par Lifetime
 *    File, buffers and block stay in use until completion.
 *  @see Microsoft Learn: TransmitFile */
BOOL PASCAL TransmitFile(SOCKET s, HANDLE file, DWORD bytes, DWORD bytes_per_send,
                         LPOVERLAPPED overlapped, LPTRANSMIT_FILE_BUFFERS around, DWORD flags);
typedef BOOL(PASCAL* LPFN_TRANSMITFILE)(SOCKET s, HANDLE file, DWORD bytes, DWORD bytes_per_send,
                                        LPOVERLAPPED overlapped, LPTRANSMIT_FILE_BUFFERS around,
                                        DWORD flags);
/** @brief Connects a bound stream socket. A refusal arrives as a completion (1225).
 *  @see Microsoft Learn: LPFN_CONNECTEX */
typedef BOOL(PASCAL* LPFN_CONNECTEX)(SOCKET s, const struct sockaddr* to, int to_bytes, PVOID data,
                                     DWORD data_bytes, LPDWORD sent, LPOVERLAPPED overlapped);
/** @brief Ends a connection; TF_REUSE_SOCKET makes the socket fit for AcceptEx or ConnectEx again.
 *  @see Microsoft Learn: LPFN_DISCONNECTEX */
typedef BOOL(PASCAL* LPFN_DISCONNECTEX)(SOCKET s, LPOVERLAPPED overlapped, DWORD flags,
                                        DWORD reserved);

#ifdef __cplusplus
}
#endif

#endif
