// A TCP echo server on RIO: accepted sockets of a flagged listener, one completion queue per thread,
// each polled by its thread.
//   rio_tcp_echo PORT COUNT      ends after COUNT connections have been closed
#include <winsock2.h>
#include <mswsock.h>
#include <ws2tcpip.h>
#include <windows.h>
#include <process.h>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace {

const int THREADS = 2;
const ULONG SESSION_BYTES = 4096;
const ULONG SESSIONS_PER_THREAD = 64;

RIO_EXTENSION_FUNCTION_TABLE rio;
volatile LONG closedSessions = 0;
volatile LONG stopping = 0;
LONG wanted = 0;

enum Kind { RECEIVE, SEND };
struct Session;
struct Request : RIO_BUF {
  Kind kind;
  Session* session;
};
struct Session {
  SOCKET socket;
  RIO_RQ queue;
  Request receive;
  Request send;
  int outstanding;
  bool ending;
};
struct Shard {
  RIO_CQ queue;
  char* memory;
  RIO_BUFFERID id;
  SRWLOCK lock;
  ULONG used;
};
Shard shards[THREADS];

void Die(const char* what) {
  std::printf("%s failed: %d\n", what, WSAGetLastError());
  std::exit(1);
}

bool PostReceive(Session* session) {
  session->receive.Length = SESSION_BYTES / 2;
  if (!rio.RIOReceive(session->queue, &session->receive, 1, 0, &session->receive)) return false;
  ++session->outstanding;
  return true;
}

void End(Session* session) {
  if (!session->ending) {
    session->ending = true;
    shutdown(session->socket, SD_SEND);
  }
  if (session->outstanding == 0) {
    closesocket(session->socket);
    delete session;
    InterlockedIncrement(&closedSessions);
  }
}

void Complete(Shard& shard, const RIORESULT& result) {
  Request* request = reinterpret_cast<Request*>(static_cast<ULONG_PTR>(result.RequestContext));
  Session* session = request->session;
  AcquireSRWLockExclusive(&shard.lock);
  --session->outstanding;
  if (result.Status != 0 || result.BytesTransferred == 0) {
    End(session);
  } else if (request->kind == RECEIVE) {
    CopyMemory(shard.memory + session->send.Offset, shard.memory + session->receive.Offset,
               result.BytesTransferred);
    session->send.Length = result.BytesTransferred;
    ++session->outstanding;
    if (!rio.RIOSend(session->queue, &session->send, 1, 0, &session->send)) Die("RIOSend");
  } else if (!PostReceive(session)) {
    End(session);
  }
  ReleaseSRWLockExclusive(&shard.lock);
}

unsigned __stdcall Poll(void* argument) {
  Shard& shard = *static_cast<Shard*>(argument);
  RIORESULT results[64];
  while (stopping == 0) {
    const ULONG count = rio.RIODequeueCompletion(shard.queue, results, 64);
    if (count == RIO_CORRUPT_CQ) Die("RIODequeueCompletion");
    if (count == 0) SwitchToThread();
    for (ULONG i = 0; i < count; ++i) Complete(shard, results[i]);
  }
  return 0;
}

void Adopt(SOCKET socket, Shard& shard) {
  u_long nonBlocking = 1;
  if (ioctlsocket(socket, FIONBIO, &nonBlocking) != 0) Die("ioctlsocket");
  int noDelay = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, (const char*)&noDelay, sizeof(int));
  Session* session = new Session;
  session->socket = socket;
  session->outstanding = 0;
  session->ending = false;
  AcquireSRWLockExclusive(&shard.lock);
  const ULONG place = shard.used++ % SESSIONS_PER_THREAD;
  session->receive.BufferId = session->send.BufferId = shard.id;
  session->receive.Offset = place * SESSION_BYTES;
  session->send.Offset = place * SESSION_BYTES + SESSION_BYTES / 2;
  session->receive.kind = RECEIVE;
  session->send.kind = SEND;
  session->receive.session = session->send.session = session;
  session->queue = rio.RIOCreateRequestQueue(socket, 1, 1, 1, 1, shard.queue, shard.queue, session);
  if (session->queue == RIO_INVALID_RQ) Die("RIOCreateRequestQueue");
  if (!PostReceive(session)) Die("RIOReceive");
  ReleaseSRWLockExclusive(&shard.lock);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  wanted = std::atol(argv[2]);
  WSADATA data;
  WSAStartup(MAKEWORD(2, 2), &data);
  SOCKET listener = WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, NULL, 0, WSA_FLAG_REGISTERED_IO);
  if (listener == INVALID_SOCKET) Die("WSASocket");
  int reuse = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, (const char*)&reuse, sizeof(reuse));
  SOCKADDR_IN address = {0};
  address.sin_family = AF_INET;
  address.sin_port = htons((USHORT)std::atoi(argv[1]));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, (SOCKADDR*)&address, sizeof(address)) == SOCKET_ERROR) Die("bind");
  if (listen(listener, SOMAXCONN) == SOCKET_ERROR) Die("listen");
  int length = sizeof(address);
  getsockname(listener, (SOCKADDR*)&address, &length);
  GUID id = WSAID_MULTIPLE_RIO;
  DWORD bytes = 0;
  if (WSAIoctl(listener, SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER, &id, sizeof(id), &rio,
               sizeof(rio), &bytes, NULL, NULL) != 0) {
    Die("WSAIoctl");
  }
  HANDLE threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    Shard& shard = shards[i];
    InitializeSRWLock(&shard.lock);
    shard.used = 0;
    shard.queue = rio.RIOCreateCompletionQueue(2 * SESSIONS_PER_THREAD, NULL);
    const DWORD slab = SESSIONS_PER_THREAD * SESSION_BYTES;
    shard.memory = (char*)VirtualAlloc(NULL, slab, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    shard.id = rio.RIORegisterBuffer(shard.memory, slab);
    if (shard.queue == RIO_INVALID_CQ || shard.id == RIO_INVALID_BUFFERID) Die("RIO set-up");
    threads[i] = (HANDLE)_beginthreadex(NULL, 0, Poll, &shard, 0, NULL);
  }
  std::printf("listening on %d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  for (LONG i = 0; i < wanted; ++i) {
    SOCKET accepted = accept(listener, NULL, NULL);
    if (accepted == INVALID_SOCKET) Die("accept");
    Adopt(accepted, shards[i % THREADS]);
  }
  while (closedSessions < wanted) Sleep(1);
  InterlockedExchange(&stopping, 1);
  WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
  std::printf("closed %d\n", (int)closedSessions);
  closesocket(listener);
  for (int i = 0; i < THREADS; ++i) {
    rio.RIOCloseCompletionQueue(shards[i].queue);
    rio.RIODeregisterBuffer(shards[i].id);
    VirtualFree(shards[i].memory, 0, MEM_RELEASE);
    CloseHandle(threads[i]);
  }
  WSACleanup();
  return 0;
}
