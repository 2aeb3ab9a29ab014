// A UDP echo server on RIO and a completion port: 100,000 receives outstanding, several threads,
// one lock around the request queue. Written as a Windows program; nothing in it knows this layer.
//   rio_udp_echo PORT COUNT      ends after COUNT echoes
#define WIN32_LEAN_AND_MEAN
#include <WinSock2.h>
#include <MSWSock.h>
#include <Windows.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>

#pragma comment(lib, "ws2_32.lib")

namespace {

const DWORD RECEIVES = 100000;
const DWORD SENDS = 1000;
const DWORD SLICE = 256;
const DWORD ADDRESS = sizeof(SOCKADDR_INET);
const int THREADS = 4;

enum OPERATION { OP_RECEIVE, OP_SEND };

struct EXTENDED_RIO_BUF : public RIO_BUF {
  OPERATION operation;
  RIO_BUF address;
};

RIO_EXTENSION_FUNCTION_TABLE g_rio;
RIO_CQ g_cq = RIO_INVALID_CQ;
RIO_RQ g_rq = RIO_INVALID_RQ;
HANDLE g_port = NULL;
CRITICAL_SECTION g_lock;
volatile LONG g_echoed = 0;
LONG g_wanted = 0;
DWORD g_sendsLeft = SENDS;

void Die(const char* what) {
  printf("%s failed: %d\n", what, WSAGetLastError());
  exit(1);
}

void Handle(const RIORESULT& result) {
  EXTENDED_RIO_BUF* buffer = reinterpret_cast<EXTENDED_RIO_BUF*>(result.RequestContext);
  if (buffer->operation == OP_SEND) {
    ++g_sendsLeft;
    buffer->operation = OP_RECEIVE;
    buffer->Length = SLICE;
    if (InterlockedIncrement(&g_echoed) >= g_wanted) {
      for (int i = 0; i < THREADS; ++i) PostQueuedCompletionStatus(g_port, 0, 1, NULL);
    }
  } else if (result.Status == 0 && g_sendsLeft > 0) {
    --g_sendsLeft;
    buffer->operation = OP_SEND;
    buffer->Length = result.BytesTransferred;
    if (!g_rio.RIOSendEx(g_rq, buffer, 1, NULL, &buffer->address, NULL, NULL, 0, buffer)) {
      Die("RIOSendEx");
    }
    return;
  }
  if (!g_rio.RIOReceiveEx(g_rq, buffer, 1, NULL, &buffer->address, NULL, NULL, 0, buffer)) {
    Die("RIOReceiveEx");
  }
}

unsigned int __stdcall Worker(void*) {
  RIORESULT results[256];
  for (;;) {
    DWORD bytes = 0;
    ULONG_PTR key = 0;
    OVERLAPPED* overlapped = NULL;
    if (!GetQueuedCompletionStatus(g_port, &bytes, &key, &overlapped, INFINITE)) {
      Die("GetQueuedCompletionStatus");
    }
    if (key == 1) return 0;
    EnterCriticalSection(&g_lock);
    const ULONG count = g_rio.RIODequeueCompletion(g_cq, results, 256);
    if (count == RIO_CORRUPT_CQ) Die("RIODequeueCompletion");
    for (ULONG i = 0; i < count; ++i) Handle(results[i]);
    LeaveCriticalSection(&g_lock);
    const INT notified = g_rio.RIONotify(g_cq);
    if (notified != ERROR_SUCCESS) {
      printf("RIONotify: %d\n", notified);
      exit(1);
    }
  }
}

}  // namespace

int main(int argc, char* argv[]) {
  if (argc < 3) return 2;
  g_wanted = atol(argv[2]);
  WSADATA data;
  if (WSAStartup(0x202, &data) != 0) Die("WSAStartup");
  SOCKET socket = WSASocket(AF_INET, SOCK_DGRAM, IPPROTO_UDP, NULL, 0, WSA_FLAG_REGISTERED_IO);
  if (socket == INVALID_SOCKET) Die("WSASocket");
  SOCKADDR_IN address;
  ZeroMemory(&address, sizeof(address));
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<u_short>(atoi(argv[1])));
  address.sin_addr.S_un.S_addr = htonl(INADDR_LOOPBACK);
  if (bind(socket, reinterpret_cast<SOCKADDR*>(&address), sizeof(address)) == SOCKET_ERROR) {
    Die("bind");
  }
  int length = sizeof(address);
  getsockname(socket, reinterpret_cast<SOCKADDR*>(&address), &length);

  GUID id = WSAID_MULTIPLE_RIO;
  DWORD bytes = 0;
  if (WSAIoctl(socket, SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER, &id, sizeof(GUID),
               (void**)&g_rio, sizeof(g_rio), &bytes, NULL, NULL) != 0) {
    Die("WSAIoctl");
  }
  g_port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0);
  OVERLAPPED cookie;
  RIO_NOTIFICATION_COMPLETION completion;
  completion.Type = RIO_IOCP_COMPLETION;
  completion.Iocp.IocpHandle = g_port;
  completion.Iocp.CompletionKey = (void*)0;
  completion.Iocp.Overlapped = &cookie;
  g_cq = g_rio.RIOCreateCompletionQueue(RECEIVES + SENDS, &completion);
  if (g_cq == RIO_INVALID_CQ) Die("RIOCreateCompletionQueue");
  g_rq = g_rio.RIOCreateRequestQueue(socket, RECEIVES, 1, SENDS, 1, g_cq, g_cq, NULL);
  if (g_rq == RIO_INVALID_RQ) Die("RIOCreateRequestQueue");

  InitializeCriticalSectionAndSpinCount(&g_lock, 4000);
  const DWORD slabBytes = RECEIVES * SLICE;
  const DWORD addressBytes = RECEIVES * ADDRESS;
  char* slab = static_cast<char*>(
      VirtualAllocEx(GetCurrentProcess(), 0, slabBytes, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE));
  char* addresses = static_cast<char*>(VirtualAllocEx(GetCurrentProcess(), 0, addressBytes,
                                                      MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE));
  RIO_BUFFERID slabId = g_rio.RIORegisterBuffer(slab, slabBytes);
  RIO_BUFFERID addressId = g_rio.RIORegisterBuffer(addresses, addressBytes);
  if (slabId == RIO_INVALID_BUFFERID || addressId == RIO_INVALID_BUFFERID) Die("RIORegisterBuffer");

  EXTENDED_RIO_BUF* buffers = new EXTENDED_RIO_BUF[RECEIVES];
  for (DWORD i = 0; i < RECEIVES; ++i) {
    EXTENDED_RIO_BUF* buffer = buffers + i;
    buffer->operation = OP_RECEIVE;
    buffer->BufferId = slabId;
    buffer->Offset = i * SLICE;
    buffer->Length = SLICE;
    buffer->address.BufferId = addressId;
    buffer->address.Offset = i * ADDRESS;
    buffer->address.Length = ADDRESS;
    if (!g_rio.RIOReceiveEx(g_rq, buffer, 1, NULL, &buffer->address, NULL, NULL, 0, buffer)) {
      Die("RIOReceiveEx");
    }
  }
  HANDLE threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    unsigned int id = 0;
    threads[i] = (HANDLE)_beginthreadex(0, 0, Worker, NULL, 0, &id);
  }
  if (g_rio.RIONotify(g_cq) != ERROR_SUCCESS) Die("RIONotify");
  printf("listening on %d\n", ntohs(address.sin_port));
  fflush(stdout);
  WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
  printf("echoed %ld\n", (long)g_echoed);

  closesocket(socket);
  g_rio.RIOCloseCompletionQueue(g_cq);
  g_rio.RIODeregisterBuffer(slabId);
  g_rio.RIODeregisterBuffer(addressId);
  delete[] buffers;
  DeleteCriticalSection(&g_lock);
  WSACleanup();
  return 0;
}
