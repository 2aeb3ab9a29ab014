/** @file
 *  @brief Address conversion and IP-level options. */
#ifndef WIN32_WS2TCPIP_H
#define WIN32_WS2TCPIP_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "winsock2.h"

#ifdef __cplusplus
extern "C" {
#endif

#define IP_OPTIONS 1
#define IP_HDRINCL 2
#define IP_TOS 3
#define IP_TTL 4
#define IP_MULTICAST_IF 9
#define IP_MULTICAST_TTL 10
#define IP_MULTICAST_LOOP 11
#define IP_ADD_MEMBERSHIP 12
#define IP_DROP_MEMBERSHIP 13
#define IP_DONTFRAGMENT 14
#define IP_PKTINFO 19
#define IPV6_UNICAST_HOPS 4
#define IPV6_MULTICAST_LOOP 11
#define IPV6_ADD_MEMBERSHIP 12
#define IPV6_JOIN_GROUP IPV6_ADD_MEMBERSHIP
#define IPV6_DROP_MEMBERSHIP 13
#define IPV6_LEAVE_GROUP IPV6_DROP_MEMBERSHIP
#define IPV6_PKTINFO 19
#define IPV6_HOPLIMIT 21
#define IPV6_V6ONLY 27
#define TCP_NODELAY 0x0001
#define IP_RECVTTL 21
#define IP_ECN 50
#define IPV6_ECN 50
#define UDP_NOCHECKSUM 1
#define UDP_SEND_MSG_SIZE 2
#define UDP_RECV_MAX_COALESCED_SIZE 3
#define UDP_COALESCED_INFO 3
#define INET_ADDRSTRLEN 22
#define INET6_ADDRSTRLEN 65

/** @brief Text to address.
 *  @param family AF_INET or AF_INET6
 *  @return 1; 0 when the text is no address; -1 with WSAEAFNOSUPPORT or WSAEFAULT.
 *  @see Microsoft Learn: inet_pton */
INT WSAAPI inet_pton(INT family, PCSTR text, PVOID address) WIN32_SYMBOL(inet_pton);
#define InetPtonA inet_pton
/** @brief Address to text. @return the buffer, NULL with WSAEINVAL when it is too small.
 *  @see Microsoft Learn: inet_ntop */
PCSTR WSAAPI inet_ntop(INT family, const VOID* address, PSTR text, size_t text_bytes)
    WIN32_SYMBOL(inet_ntop);
#define InetNtopA inet_ntop

/** Control data of IP_PKTINFO and IPV6_PKTINFO. */
typedef struct in_pktinfo {
  IN_ADDR ipi_addr;
  ULONG ipi_ifindex;
} IN_PKTINFO, *PIN_PKTINFO;
typedef struct in6_pktinfo {
  IN6_ADDR ipi6_addr;
  ULONG ipi6_ifindex;
} IN6_PKTINFO, *PIN6_PKTINFO;

/** @brief Text to address, for wide text. @see Microsoft Learn: InetPtonW */
INT WSAAPI InetPtonW(INT family, PCWSTR text, PVOID address) WIN32_SYMBOL(InetPtonW);
#ifdef UNICODE
#define InetPton InetPtonW
#else
#define InetPton InetPtonA
#define InetNtop InetNtopA
#endif

#define AI_PASSIVE 0x1
#define AI_CANONNAME 0x2
#define AI_NUMERICHOST 0x4
#define AI_NUMERICSERV 0x8
#define NI_NOFQDN 0x01
#define NI_NUMERICHOST 0x02
#define NI_NAMEREQD 0x04
#define NI_NUMERICSERV 0x08
#define NI_DGRAM 0x10
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define EAI_AGAIN WSATRY_AGAIN
#define EAI_BADFLAGS WSAEINVAL
#define EAI_FAIL WSANO_RECOVERY
#define EAI_FAMILY WSAEAFNOSUPPORT
#define EAI_MEMORY WSA_NOT_ENOUGH_MEMORY
#define EAI_NONAME WSAHOST_NOT_FOUND
#define EAI_SERVICE WSATYPE_NOT_FOUND
#define EAI_SOCKTYPE WSAESOCKTNOSUPPORT

typedef struct win32_addrinfo {
  int ai_flags;
  int ai_family;
  int ai_socktype;
  int ai_protocol;
  size_t ai_addrlen;
  char* ai_canonname;
  struct sockaddr* ai_addr;
  struct win32_addrinfo* ai_next;
} ADDRINFOA, *PADDRINFOA, ADDRINFO, *LPADDRINFO;
#define addrinfo win32_addrinfo
#define socklen_t int

/** @brief Names to addresses.
 *  @param result a list; give it back with freeaddrinfo()
 *  @return 0, or a Winsock code (WSAHOST_NOT_FOUND, …), which WSAGetLastError() has too.
 *  @see Microsoft Learn: getaddrinfo */
INT WSAAPI getaddrinfo(PCSTR node, PCSTR service, const ADDRINFOA* hints, PADDRINFOA* result)
    WIN32_SYMBOL(getaddrinfo);
/** @brief Frees a list of getaddrinfo(). @see Microsoft Learn: freeaddrinfo */
VOID WSAAPI freeaddrinfo(PADDRINFOA list) WIN32_SYMBOL(freeaddrinfo);
/** @brief An address to names, or with NI_NUMERICHOST and NI_NUMERICSERV to numbers.
 *  @see Microsoft Learn: getnameinfo */
INT WSAAPI getnameinfo(const SOCKADDR* address, int address_bytes, PCHAR node, DWORD node_bytes,
                       PCHAR service, DWORD service_bytes, INT flags) WIN32_SYMBOL(getnameinfo);
/** @brief What an error of getaddrinfo() means. @see Microsoft Learn: gai_strerrorA */
const char* WSAAPI gai_strerrorA(int code) WIN32_SYMBOL(gai_strerror);
#define gai_strerror gai_strerrorA

#ifdef __cplusplus
}
#endif

#endif
