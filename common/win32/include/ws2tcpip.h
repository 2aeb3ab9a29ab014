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

#define IP_TTL 4
#define IP_PKTINFO 19
#define IPV6_UNICAST_HOPS 4
#define IPV6_PKTINFO 19
#define IPV6_V6ONLY 27
#define TCP_NODELAY 0x0001
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

#ifdef __cplusplus
}
#endif

#endif
