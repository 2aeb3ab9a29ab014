/**
 * @file
 * @brief Winsock, the subset that this layer implements.
 *
 * Socket functions carry their Windows names; in the object file they have names of their own, so
 * that libraries in the same process still reach the C library's. A translation unit that
 * includes this header cannot include sys/socket.h or netinet/in.h.
 *
 * Difference from Windows: AF_INET6 has Linux' value (10, not 23).
 */
#ifndef WIN32_WINSOCK2_H
#define WIN32_WINSOCK2_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <string.h>

/* Windows lets a program choose how many sockets an fd_set holds. */
#ifdef FD_SETSIZE
#define FD_SETSIZE_IS_THE_PROGRAMS
#endif

#include "win32/readiness.h"
#include "win32/winsock_options.h"
#include "win32/winsock_types.h"
#include "windows.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function with its Windows name and a symbol of its own. */
#define WIN32_SYMBOL(name) __asm__("win32_" #name)

typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
/* glibc has a u_long too, with 64 bits; ours takes its place from here on. */
typedef unsigned int win32_u_long;
#define u_long win32_u_long

/* ---- addresses -------------------------------------------------------------------------- */

typedef USHORT ADDRESS_FAMILY;

#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define PF_UNSPEC AF_UNSPEC
#define PF_INET AF_INET
#define PF_INET6 AF_INET6

#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_RDM 4
#define SOCK_SEQPACKET 5

#define IPPROTO_IP 0
#define IPPROTO_ICMP 1
#define IPPROTO_TCP 6
#define IPPROTO_UDP 17
#define IPPROTO_IPV6 41
#define IPPROTO_RAW 255

typedef struct in_addr {
  __extension__ union {
    struct {
      UCHAR s_b1, s_b2, s_b3, s_b4;
    } S_un_b;
    struct {
      USHORT s_w1, s_w2;
    } S_un_w;
    ULONG S_addr;
  } S_un;
#define s_addr S_un.S_addr
} IN_ADDR, *PIN_ADDR, *LPIN_ADDR;

typedef struct in6_addr {
  union {
    UCHAR Byte[16];
    USHORT Word[8];
  } u;
#define s6_addr u.Byte
} IN6_ADDR, *PIN6_ADDR, *LPIN6_ADDR;

typedef struct sockaddr {
  ADDRESS_FAMILY sa_family;
  CHAR sa_data[14];
} SOCKADDR, *PSOCKADDR, *LPSOCKADDR;

typedef struct sockaddr_in {
  ADDRESS_FAMILY sin_family;
  USHORT sin_port;
  IN_ADDR sin_addr;
  CHAR sin_zero[8];
} SOCKADDR_IN, *PSOCKADDR_IN, *LPSOCKADDR_IN;

typedef struct sockaddr_in6 {
  ADDRESS_FAMILY sin6_family;
  USHORT sin6_port;
  ULONG sin6_flowinfo;
  IN6_ADDR sin6_addr;
  ULONG sin6_scope_id;
} SOCKADDR_IN6, *PSOCKADDR_IN6, *LPSOCKADDR_IN6;

typedef struct sockaddr_storage {
  ADDRESS_FAMILY ss_family;
  CHAR ss_pad1[6];
  LONGLONG ss_align;
  CHAR ss_pad2[112];
} SOCKADDR_STORAGE, *PSOCKADDR_STORAGE, *LPSOCKADDR_STORAGE;

typedef union _SOCKADDR_INET {
  SOCKADDR_IN Ipv4;
  SOCKADDR_IN6 Ipv6;
  ADDRESS_FAMILY si_family;
} SOCKADDR_INET, *PSOCKADDR_INET;

#define INADDR_ANY 0x00000000U
#define INADDR_LOOPBACK 0x7f000001U
#define INADDR_BROADCAST 0xffffffffU
#define INADDR_NONE 0xffffffffU

typedef struct cmsghdr {
  SIZE_T cmsg_len;
  INT cmsg_level;
  INT cmsg_type;
} WSACMSGHDR, *PWSACMSGHDR;
#define WSA_CMSGHDR_ALIGN(length) (((length) + sizeof(SIZE_T) - 1) & ~(sizeof(SIZE_T) - 1))
#define WSA_CMSGDATA_ALIGN(length) WSA_CMSGHDR_ALIGN(length)
#define WSA_CMSG_DATA(cmsg) ((PUCHAR)(cmsg) + WSA_CMSGDATA_ALIGN(sizeof(WSACMSGHDR)))
#define WSA_CMSG_SPACE(length) \
  (WSA_CMSGDATA_ALIGN(sizeof(WSACMSGHDR)) + WSA_CMSGHDR_ALIGN(length))
#define WSA_CMSG_LEN(length) (WSA_CMSGDATA_ALIGN(sizeof(WSACMSGHDR)) + (length))

struct linger {
  u_short l_onoff;
  u_short l_linger;
};
typedef struct linger LINGER, *PLINGER, *LPLINGER;
typedef struct timeval TIMEVAL, *PTIMEVAL, *LPTIMEVAL;

struct ip_mreq {
  struct in_addr imr_multiaddr;
  struct in_addr imr_interface;
};
struct ipv6_mreq {
  struct in6_addr ipv6mr_multiaddr;
  ULONG ipv6mr_interface;
};

/* ---- start-up --------------------------------------------------------------------------- */

#define WSADESCRIPTION_LEN 256
#define WSASYS_STATUS_LEN 128
typedef struct WSAData {
  WORD wVersion;
  WORD wHighVersion;
  unsigned short iMaxSockets;
  unsigned short iMaxUdpDg;
  char* lpVendorInfo;
  char szDescription[WSADESCRIPTION_LEN + 1];
  char szSystemStatus[WSASYS_STATUS_LEN + 1];
} WSADATA, *LPWSADATA;

/** @brief Starts the use of Winsock; every socket call before it fails with WSANOTINITIALISED.
 *  @return 0, WSAVERNOTSUPPORTED for version 0, WSAEFAULT for a NULL pointer.
 *  @see Microsoft Learn: WSAStartup */
int WSAAPI WSAStartup(WORD version, LPWSADATA data);
/** @brief Undoes one WSAStartup. @see Microsoft Learn: WSACleanup */
int WSAAPI WSACleanup(void);
/** @brief The calling thread's last error; the same value as GetLastError(). @see Microsoft
 *  Learn: WSAGetLastError */
int WSAAPI WSAGetLastError(void);
/** @brief Sets the calling thread's last error. @see Microsoft Learn: WSASetLastError */
void WSAAPI WSASetLastError(int code);

/* ---- sockets ---------------------------------------------------------------------------- */

typedef UINT GROUP;

/** @brief Makes a socket, fit for overlapped calls.
 *  @par Errors
 *    WSANOTINITIALISED; WSAEAFNOSUPPORT, WSAESOCKTNOSUPPORT, WSAEPROTONOSUPPORT for what the
 *    system lacks; WSAEMFILE when out of descriptors; WSAEACCES for raw sockets without privilege.
 *  @par Difference
 *    AF_INET6 sockets are v6-only until IPV6_V6ONLY is cleared, as on Windows.
 *  @see Microsoft Learn: socket */
SOCKET WSAAPI socket(int family, int type, int protocol) WIN32_SYMBOL(socket);
/** @brief Makes a socket.
 *  @param protocol_information NULL, or what WSADuplicateSocket wrote: then a second handle to that
 *         socket is made, and it stays open until both are closed
 *  @param flags WSA_FLAG_OVERLAPPED, WSA_FLAG_REGISTERED_IO, WSA_FLAG_NO_HANDLE_INHERIT
 *  @see Microsoft Learn: WSASocketW */
SOCKET WSAAPI WSASocketW(int family, int type, int protocol,
                         LPWSAPROTOCOL_INFOW protocol_information, GROUP group, DWORD flags);
/** @brief As WSASocketW(); the two structures differ only in a name that is not used. @see
 *  Microsoft Learn: WSASocketA */
SOCKET WSAAPI WSASocketA(int family, int type, int protocol,
                         LPWSAPROTOCOL_INFOA protocol_information, GROUP group, DWORD flags);
/** @brief Describes a socket, so that WSASocket can make a second handle to it.
 *  @param process this process; another one: WSAEINVAL here (difference from Windows)
 *  @see Microsoft Learn: WSADuplicateSocketA */
int WSAAPI WSADuplicateSocketA(SOCKET s, DWORD process, LPWSAPROTOCOL_INFOA information);
/** @brief As WSADuplicateSocketA(). @see Microsoft Learn: WSADuplicateSocketW */
int WSAAPI WSADuplicateSocketW(SOCKET s, DWORD process, LPWSAPROTOCOL_INFOW information);
/** @brief Gives a socket its local address.
 *  @par Errors
 *    WSAEADDRINUSE: the port is taken, whatever SO_REUSEADDR says; WSAEADDRNOTAVAIL; WSAEFAULT:
 *    address too short; WSAEINVAL: bound already.
 *  @see Microsoft Learn: bind */
int WSAAPI bind(SOCKET s, const struct sockaddr* address, int address_bytes) WIN32_SYMBOL(bind);
/** @brief Connects; for datagrams: sets the peer. @see Microsoft Learn: connect */
int WSAAPI connect(SOCKET s, const struct sockaddr* address, int address_bytes)
    WIN32_SYMBOL(connect);
/** @brief Waits for connections on a bound stream socket.
 *  @par Errors
 *    WSAEINVAL: not bound; WSAEISCONN: connected; WSAEOPNOTSUPP: not a stream; WSAEADDRINUSE.
 *  @see Microsoft Learn: listen */
int WSAAPI listen(SOCKET s, int backlog) WIN32_SYMBOL(listen);
/** @brief Takes one connection. The new socket is of the listener's kind: fit for RIO if the
 *         listener is, and in the listener's blocking mode.
 *  @return INVALID_SOCKET: WSAEINVAL (not listening), WSAEWOULDBLOCK (non-blocking and none there),
 *          WSAEINTR (listener closed by another thread), WSAEMFILE.
 *  @see Microsoft Learn: accept */
SOCKET WSAAPI accept(SOCKET s, struct sockaddr* address, int* address_bytes) WIN32_SYMBOL(accept);
/** @brief A socket's local address.
 *  @param address_bytes in: room; out: length of the address
 *  @par Errors
 *    WSAEINVAL: not bound; WSAENOTCONN: accepted or connected by an extension, context update to
 *    come; WSAEFAULT: too little room; WSAENOTSOCK.
 *  @see Microsoft Learn: getsockname */
int WSAAPI getsockname(SOCKET s, struct sockaddr* address, int* address_bytes)
    WIN32_SYMBOL(getsockname);
/** @brief The address of a connected socket's peer.
 *  @par Errors
 *    WSAENOTCONN: not connected, or the context update is to come; WSAEFAULT; WSAENOTSOCK.
 *  @see Microsoft Learn: getpeername */
int WSAAPI getpeername(SOCKET s, struct sockaddr* address, int* address_bytes)
    WIN32_SYMBOL(getpeername);
/** @brief Ends receiving, sending or both; queues no packet and closes nothing.
 *  @param how SD_RECEIVE, SD_SEND, SD_BOTH
 *  @par Errors
 *    WSAEINVAL: another value; WSAENOTCONN; WSAENOTSOCK. Later calls of that direction:
 *  WSAESHUTDOWN.
 *  @see Microsoft Learn: shutdown */
int WSAAPI shutdown(SOCKET s, int how) WIN32_SYMBOL(shutdown);
/** @brief Closes a socket.
 *
 *  Pending overlapped operations and RIO requests end with an error, each reported exactly once
 *  after the call. A thread blocked in a call on it returns with WSAEINTR.
 *  @see Microsoft Learn: closesocket */
int WSAAPI closesocket(SOCKET s);
/** @brief Sets an option.
 *  @param value an int, a BOOL (one byte will do), or what the option needs
 *  @par Errors
 *    WSAENOPROTOOPT: an option that is not known here; WSAEFAULT: value missing or too short;
 *    WSAENOTCONN: context update of an unconnected socket; WSAENOTSOCK.
 *  @par Linux
 *    SO_REUSEADDR, SO_EXCLUSIVEADDRUSE and SO_DONTLINGER are accepted and have no effect: a taken
 *    port is refused whatever they say.
 *  @see Microsoft Learn: setsockopt */
int WSAAPI setsockopt(SOCKET s, int level, int name, const char* value, int value_bytes)
    WIN32_SYMBOL(setsockopt);
/** @brief Reads an option, as an int or as what the option has.
 *  @par Errors
 *    WSAENOPROTOOPT; WSAEFAULT: less room than an int; WSAENOTSOCK.
 *  @par Linux
 *    SO_RCVBUF and SO_SNDBUF tell what was asked for, not the doubled figure of Linux.
 *  @see Microsoft Learn: getsockopt */
int WSAAPI getsockopt(SOCKET s, int level, int name, char* value, int* value_bytes)
    WIN32_SYMBOL(getsockopt);
/** @brief FIONBIO (non-blocking mode), FIONREAD (bytes waiting).
 *  @return 0; SOCKET_ERROR with WSAEFAULT, WSAEINVAL (blocking mode while WSAEventSelect is on) or
 *          WSAEOPNOTSUPP (another command). @see Microsoft Learn: ioctlsocket */
int WSAAPI ioctlsocket(SOCKET s, long command, u_long* argument);
/** @brief As accept(); the condition function is not offered (WSAEOPNOTSUPP).
 *  @see Microsoft Learn: WSAAccept */
typedef int(CALLBACK* LPCONDITIONPROC)(LPWSABUF caller, LPWSABUF caller_data, void* socket_qos,
                                       void* group_qos, LPWSABUF callee, LPWSABUF callee_data,
                                       GROUP* group, DWORD_PTR context);
SOCKET WSAAPI WSAAccept(SOCKET s, struct sockaddr* address, LPINT address_bytes,
                        LPCONDITIONPROC condition, DWORD_PTR context);
/** @brief As connect(). Data to exchange while connecting is not offered (WSAEOPNOTSUPP).
 *  @see Microsoft Learn: WSAConnect */
int WSAAPI WSAConnect(SOCKET s, const struct sockaddr* address, int address_bytes,
                      LPWSABUF caller_data, LPWSABUF callee_data, void* socket_qos,
                      void* group_qos);
/** @brief Shuts the sending side down. @see Microsoft Learn: WSASendDisconnect */
int WSAAPI WSASendDisconnect(SOCKET s, LPWSABUF data);
/** @brief Control codes: the RIO function table, SIO_UDP_CONNRESET, FIONBIO.
 *  @par Errors
 *    WSAEINVAL: unknown GUID; WSAEFAULT: output or bytes-returned pointer missing or too small;
 *    WSAEOPNOTSUPP: unknown code.
 *  @see Microsoft Learn: WSAIoctl */
int WSAAPI WSAIoctl(SOCKET s, DWORD code, LPVOID input, DWORD input_bytes, LPVOID output,
                    DWORD output_bytes, LPDWORD bytes_returned, LPWSAOVERLAPPED overlapped,
                    LPWSAOVERLAPPED_COMPLETION_ROUTINE routine);

#include "win32/winsock_transfer.h"

/* ---- byte order ------------------------------------------------------------------------- */

static inline u_short win32_swap16(u_short value) { return __builtin_bswap16(value); }
static inline u_long win32_swap32(u_long value) { return __builtin_bswap32(value); }
#undef htons
#undef ntohs
#undef htonl
#undef ntohl
#define htons(value) win32_swap16((u_short)(value))
#define ntohs(value) win32_swap16((u_short)(value))
#define htonl(value) win32_swap32((u_long)(value))
#define ntohl(value) win32_swap32((u_long)(value))

/* ---- names ------------------------------------------------------------------------------ */

struct hostent {
  char* h_name;
  char** h_aliases;
  int h_addrtype; /* a short on Windows; the C library's layout is used */
  int h_length;
  char** h_addr_list;
};
#define h_addr h_addr_list[0]
typedef struct hostent HOSTENT, *PHOSTENT, *LPHOSTENT;

/** @brief The name of this machine. @return 0; SOCKET_ERROR with WSAEFAULT when it does not fit.
 *  @see Microsoft Learn: gethostname */
int WSAAPI win32_gethostname(char* name, int bytes);
#define gethostname win32_gethostname
/** @brief Superseded by getaddrinfo(). @see Microsoft Learn: gethostbyname */
struct hostent* WSAAPI gethostbyname(const char* name) WIN32_SYMBOL(gethostbyname);
/** @brief IPv4 text to a number in network order; INADDR_NONE when it is none.
 *  @see Microsoft Learn: inet_addr */
u_long WSAAPI inet_addr(const char* text) WIN32_SYMBOL(inet_addr);
/** @brief IPv4 address to text, in a buffer of the calling thread's.
 *  @see Microsoft Learn: inet_ntoa */
char* WSAAPI inet_ntoa(struct in_addr address) WIN32_SYMBOL(inet_ntoa);

/** @brief An address as text, with its port unless that is 0.
 *  @param protocol_information ignored
 *  @param text_bytes in: room; out: what was needed
 *  @return 0; SOCKET_ERROR with WSAEINVAL (no address) or WSAEFAULT (too little room).
 *  @see Microsoft Learn: WSAAddressToStringA */
INT WSAAPI WSAAddressToStringA(struct sockaddr* address, DWORD address_bytes,
                               LPWSAPROTOCOL_INFOA protocol_information, LPSTR text,
                               LPDWORD text_bytes);
/** @brief Text, with or without a port, to an address.
 *  @return 0; SOCKET_ERROR with WSAEINVAL (not an address of the family) or WSAEFAULT.
 *  @see Microsoft Learn: WSAStringToAddressA */
INT WSAAPI WSAStringToAddressA(LPSTR text, INT family, LPWSAPROTOCOL_INFOA protocol_information,
                               struct sockaddr* address, LPINT address_bytes);
#define WSAAddressToString WSAAddressToStringA
#define WSAStringToAddress WSAStringToAddressA

#ifdef UNICODE
#define WSASocket WSASocketW
#define WSADuplicateSocket WSADuplicateSocketW
#define WSAPROTOCOL_INFO WSAPROTOCOL_INFOW
#define LPWSAPROTOCOL_INFO LPWSAPROTOCOL_INFOW
#else
#define WSASocket WSASocketA
#define WSADuplicateSocket WSADuplicateSocketA
#define WSAPROTOCOL_INFO WSAPROTOCOL_INFOA
#define LPWSAPROTOCOL_INFO LPWSAPROTOCOL_INFOA
#endif

#ifdef __cplusplus
}

/* On Windows a u_long is an unsigned long; programs pass the address of one. */
static inline int ioctlsocket(SOCKET s, long command, unsigned long* argument) {
  win32_u_long value = static_cast<win32_u_long>(*argument);
  const int result = ioctlsocket(s, command, &value);
  *argument = value;
  return result;
}
#endif

#endif
