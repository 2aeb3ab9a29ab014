/**
 * @file
 * @brief The part of Winsock that clashes with no Linux header: the layer's own sources include
 *        it next to sys/socket.h.
 */
#ifndef WIN32_WINSOCK_TYPES_H
#define WIN32_WINSOCK_TYPES_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "win32/errors.h"
#include "win32/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef UINT_PTR SOCKET;
#define INVALID_SOCKET ((SOCKET)(~(SOCKET)0))
#define SOCKET_ERROR (-1)

typedef struct _WSABUF {
  ULONG len;
  CHAR* buf;
} WSABUF, *LPWSABUF;

typedef HANDLE WSAEVENT, *LPWSAEVENT;
typedef OVERLAPPED WSAOVERLAPPED, *LPWSAOVERLAPPED;
#define WSA_INVALID_EVENT ((WSAEVENT)0)
#define WSA_INVALID_HANDLE 6L
#define WSA_NOT_ENOUGH_MEMORY 8L
#define WSA_INVALID_PARAMETER 87L
#define WSA_IO_PENDING 997L
#define WSA_IO_INCOMPLETE 996L
#define WSA_OPERATION_ABORTED 995L
#define WSA_INFINITE INFINITE
#define WSA_WAIT_EVENT_0 0U
#define WSA_WAIT_FAILED 0xFFFFFFFFU
#define WSA_WAIT_IO_COMPLETION 0xC0U
#define WSA_WAIT_TIMEOUT 258U
#define WSA_MAXIMUM_WAIT_EVENTS 64

#define WSA_FLAG_OVERLAPPED 0x01
#define WSA_FLAG_NO_HANDLE_INHERIT 0x80
#define WSA_FLAG_REGISTERED_IO 0x100

typedef VOID(CALLBACK* LPWSAOVERLAPPED_COMPLETION_ROUTINE)(DWORD dwError, DWORD cbTransferred,
                                                           LPWSAOVERLAPPED lpOverlapped,
                                                           DWORD dwFlags);

#define WSAPROTOCOL_LEN 255
#define MAX_PROTOCOL_CHAIN 7
#define XP1_IFS_HANDLES 0x00020000
#define FROM_PROTOCOL_INFO (-1)

typedef struct _WSAPROTOCOLCHAIN {
  int ChainLen;
  DWORD ChainEntries[MAX_PROTOCOL_CHAIN];
} WSAPROTOCOLCHAIN, *LPWSAPROTOCOLCHAIN;

#define WIN32_PROTOCOL_INFO_MEMBERS \
  DWORD dwServiceFlags1;            \
  DWORD dwServiceFlags2;            \
  DWORD dwServiceFlags3;            \
  DWORD dwServiceFlags4;            \
  DWORD dwProviderFlags;            \
  GUID ProviderId;                  \
  DWORD dwCatalogEntryId;           \
  WSAPROTOCOLCHAIN ProtocolChain;   \
  int iVersion;                     \
  int iAddressFamily;               \
  int iMaxSockAddr;                 \
  int iMinSockAddr;                 \
  int iSocketType;                  \
  int iProtocol;                    \
  int iProtocolMaxOffset;           \
  int iNetworkByteOrder;            \
  int iSecurityScheme;              \
  DWORD dwMessageSize;              \
  DWORD dwProviderReserved;

/** What WSADuplicateSocket writes and WSASocket reads. */
typedef struct _WSAPROTOCOL_INFOA {
  WIN32_PROTOCOL_INFO_MEMBERS
  CHAR szProtocol[WSAPROTOCOL_LEN + 1];
} WSAPROTOCOL_INFOA, *LPWSAPROTOCOL_INFOA;
typedef struct _WSAPROTOCOL_INFOW {
  WIN32_PROTOCOL_INFO_MEMBERS
  WCHAR szProtocol[WSAPROTOCOL_LEN + 1];
} WSAPROTOCOL_INFOW, *LPWSAPROTOCOL_INFOW;

#define WSAEINTR 10004L
#define WSAEBADF 10009L
#define WSAEACCES 10013L
#define WSAEFAULT 10014L
#define WSAEINVAL 10022L
#define WSAEMFILE 10024L
#define WSAEWOULDBLOCK 10035L
#define WSAEINPROGRESS 10036L
#define WSAEALREADY 10037L
#define WSAENOTSOCK 10038L
#define WSAEDESTADDRREQ 10039L
#define WSAEMSGSIZE 10040L
#define WSAEPROTOTYPE 10041L
#define WSAENOPROTOOPT 10042L
#define WSAEPROTONOSUPPORT 10043L
#define WSAESOCKTNOSUPPORT 10044L
#define WSAEOPNOTSUPP 10045L
#define WSAEPFNOSUPPORT 10046L
#define WSAEAFNOSUPPORT 10047L
#define WSAEADDRINUSE 10048L
#define WSAEADDRNOTAVAIL 10049L
#define WSAENETDOWN 10050L
#define WSAENETUNREACH 10051L
#define WSAENETRESET 10052L
#define WSAECONNABORTED 10053L
#define WSAECONNRESET 10054L
#define WSAENOBUFS 10055L
#define WSAEISCONN 10056L
#define WSAENOTCONN 10057L
#define WSAESHUTDOWN 10058L
#define WSAETOOMANYREFS 10059L
#define WSAETIMEDOUT 10060L
#define WSAECONNREFUSED 10061L
#define WSAEHOSTDOWN 10064L
#define WSAEHOSTUNREACH 10065L
#define WSASYSNOTREADY 10091L
#define WSAVERNOTSUPPORTED 10092L
#define WSANOTINITIALISED 10093L
#define WSAEDISCON 10101L
#define WSATYPE_NOT_FOUND 10109L
#define WSAHOST_NOT_FOUND 11001L
#define WSATRY_AGAIN 11002L
#define WSANO_RECOVERY 11003L
#define WSANO_DATA 11004L

#ifdef __cplusplus
}
#endif

#endif
