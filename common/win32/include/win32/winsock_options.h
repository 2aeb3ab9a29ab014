/**
 * @file
 * @brief Numbers of Winsock's options, flags and control codes; winsock2.h includes it.
 */
#ifndef WIN32_WINSOCK_OPTIONS_H
#define WIN32_WINSOCK_OPTIONS_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#define SOL_SOCKET 0xffff
#define SO_DEBUG 0x0001
#define SO_ACCEPTCONN 0x0002
#define SO_REUSEADDR 0x0004
#define SO_KEEPALIVE 0x0008
#define SO_DONTROUTE 0x0010
#define SO_BROADCAST 0x0020
#define SO_LINGER 0x0080
#define SO_OOBINLINE 0x0100
#define SO_DONTLINGER ((int)(~SO_LINGER))
#define SO_EXCLUSIVEADDRUSE ((int)(~SO_REUSEADDR))
#define SO_SNDBUF 0x1001
#define SO_RCVBUF 0x1002
#define SO_SNDTIMEO 0x1005
#define SO_RCVTIMEO 0x1006
#define SO_ERROR 0x1007
#define SO_TYPE 0x1008
#define SO_RCVLOWAT 0x1004
#define SO_SNDLOWAT 0x1003
#define SO_MAX_MSG_SIZE 0x2003
#define SO_PROTOCOL_INFOA 0x2004
#define SO_PROTOCOL_INFOW 0x2005
#define SO_CONDITIONAL_ACCEPT 0x3002

#define MSG_OOB 0x1
#define MSG_PEEK 0x2
#define MSG_DONTROUTE 0x4
#define MSG_WAITALL 0x8
#define MSG_PUSH_IMMEDIATE 0x20
#define MSG_TRUNC 0x0100
#define MSG_CTRUNC 0x0200
#define MSG_PARTIAL 0x8000

#define SD_RECEIVE 0x00
#define SD_SEND 0x01
#define SD_BOTH 0x02
#define SOMAXCONN 0x7fffffff
#define SOMAXCONN_HINT(backlog) (-(backlog))

#define IOCPARM_MASK 0x7f
#define IOC_VOID 0x20000000U
#define IOC_OUT 0x40000000U
#define IOC_IN 0x80000000U
#define IOC_INOUT (IOC_IN | IOC_OUT)
#define IOC_WS2 0x08000000U
#define IOC_VENDOR 0x18000000U
#define _WSAIO(group, code) (IOC_VOID | (group) | (code))
#define _WSAIOR(group, code) (IOC_OUT | (group) | (code))
#define _WSAIOW(group, code) (IOC_IN | (group) | (code))
#define _WSAIORW(group, code) (IOC_INOUT | (group) | (code))
#define FIONREAD 0x4004667fU
#define FIONBIO 0x8004667eU
#define SIOCATMARK 0x40047307U
#define SIO_GET_EXTENSION_FUNCTION_POINTER _WSAIORW(IOC_WS2, 6)
#define SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER _WSAIORW(IOC_WS2, 36)

#endif
