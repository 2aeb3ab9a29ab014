/**
 * @file
 * @brief Registered I/O declarations for SDKs that have none.
 *
 * mingw-w64 10 has no RIO in its mswsock.h, and the Linux layer takes its declarations from here
 * too. An SDK that declares RIO wins: then this file adds nothing. Values and layouts are those of
 * the Windows SDK (mswsock.h, mswsockdef.h, ws2def.h). Usable from C and C++; include it after
 * winsock2.h.
 */
#ifndef RIO_DECLARATIONS_H
#define RIO_DECLARATIONS_H

#if defined(__GNUC__)
#pragma GCC system_header /* the macros below are C: old-style casts, as in the SDK */
#endif

#ifndef WSA_FLAG_REGISTERED_IO
#define WSA_FLAG_REGISTERED_IO 0x100
#endif

#ifndef SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER
#define SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER 0xC8000024U
#endif

#ifndef RIO_INVALID_BUFFERID

#ifdef __cplusplus
extern "C" {
#endif

#define RIO_MSG_DONT_NOTIFY 0x00000001
#define RIO_MSG_DEFER 0x00000002
#define RIO_MSG_WAITALL 0x00000004
#define RIO_MSG_COMMIT_ONLY 0x00000008

/* 0x00000000FFFFFFFF on 64 bit: neither NULL nor -1. */
#define RIO_INVALID_BUFFERID ((RIO_BUFFERID)(ULONG_PTR)0xFFFFFFFFU)
#define RIO_INVALID_CQ ((RIO_CQ)0)
#define RIO_INVALID_RQ ((RIO_RQ)0)

#define RIO_MAX_CQ_SIZE 0x8000000
#define RIO_CORRUPT_CQ 0xFFFFFFFFU

typedef struct RIO_BUFFERID_t *RIO_BUFFERID, **PRIO_BUFFERID;
typedef struct RIO_CQ_t *RIO_CQ, **PRIO_CQ;
typedef struct RIO_RQ_t *RIO_RQ, **PRIO_RQ;

typedef struct _RIORESULT {
  LONG Status;
  ULONG BytesTransferred;
  ULONGLONG SocketContext;
  ULONGLONG RequestContext;
} RIORESULT, *PRIORESULT;

typedef struct _RIO_BUF {
  RIO_BUFFERID BufferId;
  ULONG Offset;
  ULONG Length;
} RIO_BUF, *PRIO_BUF;

typedef struct _RIO_CMSG_BUFFER {
  ULONG TotalLength;
  /* control messages follow */
} RIO_CMSG_BUFFER, *PRIO_CMSG_BUFFER;

#define RIO_CMSG_BASE_SIZE WSA_CMSGHDR_ALIGN(sizeof(RIO_CMSG_BUFFER))

#define RIO_CMSG_FIRSTHDR(buffer)                                              \
  (((buffer)->TotalLength >= RIO_CMSG_BASE_SIZE)                               \
       ? ((((buffer)->TotalLength - RIO_CMSG_BASE_SIZE) >= sizeof(WSACMSGHDR)) \
              ? (PWSACMSGHDR)((PUCHAR)(buffer) + RIO_CMSG_BASE_SIZE)           \
              : (PWSACMSGHDR)NULL)                                             \
       : (PWSACMSGHDR)NULL)

#define RIO_CMSG_NEXTHDR(buffer, cmsg)                                                     \
  ((cmsg) == NULL                                                                          \
       ? RIO_CMSG_FIRSTHDR(buffer)                                                         \
       : (((PUCHAR)(cmsg) + WSA_CMSGHDR_ALIGN((cmsg)->cmsg_len) + sizeof(WSACMSGHDR) >     \
           (PUCHAR)(buffer) + (buffer)->TotalLength)                                       \
              ? (PWSACMSGHDR)NULL                                                          \
              : (PWSACMSGHDR)((PUCHAR)(cmsg) + WSA_CMSGHDR_ALIGN((cmsg)->cmsg_len))))

typedef enum _RIO_NOTIFICATION_COMPLETION_TYPE {
  RIO_EVENT_COMPLETION = 1,
  RIO_IOCP_COMPLETION = 2
} RIO_NOTIFICATION_COMPLETION_TYPE,
    *PRIO_NOTIFICATION_COMPLETION_TYPE;

#if defined(__GNUC__)
#define RIO_ANONYMOUS __extension__
#else
#define RIO_ANONYMOUS
#endif

typedef struct _RIO_NOTIFICATION_COMPLETION {
  RIO_NOTIFICATION_COMPLETION_TYPE Type;
  RIO_ANONYMOUS union {
    struct {
      HANDLE EventHandle;
      BOOL NotifyReset;
    } Event;
    struct {
      HANDLE IocpHandle;
      PVOID CompletionKey;
      PVOID Overlapped;
    } Iocp;
  };
} RIO_NOTIFICATION_COMPLETION, *PRIO_NOTIFICATION_COMPLETION;

typedef BOOL(PASCAL* LPFN_RIORECEIVE)(RIO_RQ SocketQueue, PRIO_BUF pData, ULONG DataBufferCount,
                                      DWORD Flags, PVOID RequestContext);
typedef int(PASCAL* LPFN_RIORECEIVEEX)(RIO_RQ SocketQueue, PRIO_BUF pData, ULONG DataBufferCount,
                                       PRIO_BUF pLocalAddress, PRIO_BUF pRemoteAddress,
                                       PRIO_BUF pControlContext, PRIO_BUF pFlags, DWORD Flags,
                                       PVOID RequestContext);
typedef BOOL(PASCAL* LPFN_RIOSEND)(RIO_RQ SocketQueue, PRIO_BUF pData, ULONG DataBufferCount,
                                   DWORD Flags, PVOID RequestContext);
typedef BOOL(PASCAL* LPFN_RIOSENDEX)(RIO_RQ SocketQueue, PRIO_BUF pData, ULONG DataBufferCount,
                                     PRIO_BUF pLocalAddress, PRIO_BUF pRemoteAddress,
                                     PRIO_BUF pControlContext, PRIO_BUF pFlags, DWORD Flags,
                                     PVOID RequestContext);
typedef VOID(PASCAL* LPFN_RIOCLOSECOMPLETIONQUEUE)(RIO_CQ CQ);
typedef RIO_CQ(PASCAL* LPFN_RIOCREATECOMPLETIONQUEUE)(
    DWORD QueueSize, PRIO_NOTIFICATION_COMPLETION NotificationCompletion);
typedef RIO_RQ(PASCAL* LPFN_RIOCREATEREQUESTQUEUE)(SOCKET Socket, ULONG MaxOutstandingReceive,
                                                   ULONG MaxReceiveDataBuffers,
                                                   ULONG MaxOutstandingSend,
                                                   ULONG MaxSendDataBuffers, RIO_CQ ReceiveCQ,
                                                   RIO_CQ SendCQ, PVOID SocketContext);
typedef ULONG(PASCAL* LPFN_RIODEQUEUECOMPLETION)(RIO_CQ CQ, PRIORESULT Array, ULONG ArraySize);
typedef VOID(PASCAL* LPFN_RIODEREGISTERBUFFER)(RIO_BUFFERID BufferId);
typedef INT(PASCAL* LPFN_RIONOTIFY)(RIO_CQ CQ);
typedef RIO_BUFFERID(PASCAL* LPFN_RIOREGISTERBUFFER)(PCHAR DataBuffer, DWORD DataLength);
typedef BOOL(PASCAL* LPFN_RIORESIZECOMPLETIONQUEUE)(RIO_CQ CQ, DWORD QueueSize);
/* Receives first, sends second: the documentation's text has the two descriptions swapped. */
typedef BOOL(PASCAL* LPFN_RIORESIZEREQUESTQUEUE)(RIO_RQ RQ, DWORD MaxOutstandingReceive,
                                                 DWORD MaxOutstandingSend);

typedef struct _RIO_EXTENSION_FUNCTION_TABLE {
  DWORD cbSize;
  LPFN_RIORECEIVE RIOReceive;
  LPFN_RIORECEIVEEX RIOReceiveEx;
  LPFN_RIOSEND RIOSend;
  LPFN_RIOSENDEX RIOSendEx;
  LPFN_RIOCLOSECOMPLETIONQUEUE RIOCloseCompletionQueue;
  LPFN_RIOCREATECOMPLETIONQUEUE RIOCreateCompletionQueue;
  LPFN_RIOCREATEREQUESTQUEUE RIOCreateRequestQueue;
  LPFN_RIODEQUEUECOMPLETION RIODequeueCompletion;
  LPFN_RIODEREGISTERBUFFER RIODeregisterBuffer;
  LPFN_RIONOTIFY RIONotify;
  LPFN_RIOREGISTERBUFFER RIORegisterBuffer;
  LPFN_RIORESIZECOMPLETIONQUEUE RIOResizeCompletionQueue;
  LPFN_RIORESIZEREQUESTQUEUE RIOResizeRequestQueue;
} RIO_EXTENSION_FUNCTION_TABLE, *PRIO_EXTENSION_FUNCTION_TABLE;

#ifdef __cplusplus
}
#endif

#endif /* RIO_INVALID_BUFFERID */

#ifndef WSAID_MULTIPLE_RIO
#define WSAID_MULTIPLE_RIO                           \
  {                                                  \
    0x8509e081, 0x96dd, 0x4005, {                    \
      0xb1, 0x65, 0x9e, 0x2e, 0xe8, 0xc7, 0x9e, 0x3f \
    }                                                \
  }
#endif

#endif
