// A progressive echo server on a completion port. Stops its acceptor by closing the listener and its
// workers by closing the port.
//   iocp_tcp_echo PORT COUNT      ends after COUNT connections have been closed
#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>

#pragma comment(lib, "Ws2_32.lib")

struct PER_IO_DATA {
  OVERLAPPED Overlapped;
  WSABUF Buffer;
  CHAR Data[2048];
  DWORD Total;
  DWORD Sent;
  BOOL Receiving;
};
struct PER_HANDLE_DATA {
  SOCKET Socket;
  SOCKADDR_STORAGE Address;
};

static HANDLE g_Port;
static SOCKET g_Listener;
static HANDLE g_Done;
static volatile LONG g_Closed;
static LONG g_Wanted;

static void StartReceive(PER_HANDLE_DATA* handle, PER_IO_DATA* io);

static void CloseClient(PER_HANDLE_DATA* handle, PER_IO_DATA* io) {
  closesocket(handle->Socket);
  GlobalFree(handle);
  HeapFree(GetProcessHeap(), 0, io);
  if (InterlockedIncrement(&g_Closed) >= g_Wanted) SetEvent(g_Done);
}

static void StartReceive(PER_HANDLE_DATA* handle, PER_IO_DATA* io) {
  ZeroMemory(&io->Overlapped, sizeof(OVERLAPPED));
  io->Buffer.buf = io->Data;
  io->Buffer.len = sizeof(io->Data);
  io->Receiving = TRUE;
  DWORD flags = 0, bytes = 0;
  if (WSARecv(handle->Socket, &io->Buffer, 1, &bytes, &flags, &io->Overlapped, NULL) ==
          SOCKET_ERROR &&
      WSAGetLastError() != ERROR_IO_PENDING) {
    CloseClient(handle, io);
  }
}

static void StartSend(PER_HANDLE_DATA* handle, PER_IO_DATA* io) {
  ZeroMemory(&io->Overlapped, sizeof(OVERLAPPED));
  io->Buffer.buf = io->Data + io->Sent;
  io->Buffer.len = io->Total - io->Sent;
  io->Receiving = FALSE;
  DWORD bytes = 0;
  if (WSASend(handle->Socket, &io->Buffer, 1, &bytes, 0, &io->Overlapped, NULL) == SOCKET_ERROR &&
      WSAGetLastError() != ERROR_IO_PENDING) {
    CloseClient(handle, io);
  }
}

static unsigned int WINAPI Worker(LPVOID parameter) {
  HANDLE port = (HANDLE)parameter;
  for (;;) {
    DWORD bytes = 0;
    PER_HANDLE_DATA* handle = NULL;
    PER_IO_DATA* io = NULL;
    BOOL ok = GetQueuedCompletionStatus(port, &bytes, (PULONG_PTR)&handle, (LPOVERLAPPED*)&io,
                                        INFINITE);
    if (!ok && io == NULL) return GetLastError() == ERROR_ABANDONED_WAIT_0 ? 0 : 1;
    if (!ok || bytes == 0) {
      CloseClient(handle, io);
      continue;
    }
    if (io->Receiving) {
      io->Total = bytes;
      io->Sent = 0;
      StartSend(handle, io);
    } else {
      io->Sent += bytes;
      if (io->Sent < io->Total) {
        StartSend(handle, io);
      } else {
        StartReceive(handle, io);
      }
    }
  }
}

static unsigned int WINAPI Acceptor(LPVOID) {
  for (;;) {
    SOCKADDR_STORAGE from;
    int length = sizeof(from);
    SOCKET accepted = WSAAccept(g_Listener, (SOCKADDR*)&from, &length, NULL, 0);
    if (accepted == INVALID_SOCKET) return (unsigned)WSAGetLastError();
    PER_HANDLE_DATA* handle = (PER_HANDLE_DATA*)GlobalAlloc(GPTR, sizeof(PER_HANDLE_DATA));
    handle->Socket = accepted;
    memcpy(&handle->Address, &from, length);
    if (CreateIoCompletionPort((HANDLE)accepted, g_Port, (ULONG_PTR)handle, 0) == NULL) return 1;
    PER_IO_DATA* io =
        (PER_IO_DATA*)HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, sizeof(PER_IO_DATA));
    StartReceive(handle, io);
  }
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  g_Wanted = atol(argv[2]);
  WSADATA data;
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return 1;
  struct addrinfo hints, *found = NULL;
  ZeroMemory(&hints, sizeof(hints));
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_protocol = IPPROTO_TCP;
  if (getaddrinfo("127.0.0.1", argv[1], &hints, &found) != 0) return 1;
  g_Listener = WSASocket(found->ai_family, found->ai_socktype, found->ai_protocol, NULL, 0,
                         WSA_FLAG_OVERLAPPED);
  if (bind(g_Listener, found->ai_addr, (int)found->ai_addrlen) == SOCKET_ERROR ||
      listen(g_Listener, SOMAXCONN) == SOCKET_ERROR) {
    printf("cannot listen: %d\n", WSAGetLastError());
    return 1;
  }
  freeaddrinfo(found);
  SOCKADDR_IN address;
  int length = sizeof(address);
  getsockname(g_Listener, (SOCKADDR*)&address, &length);

  g_Done = CreateEvent(NULL, TRUE, FALSE, NULL);
  g_Port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0);
  SYSTEM_INFO system;
  GetSystemInfo(&system);
  HANDLE workers[16];
  DWORD count = system.dwNumberOfProcessors * 2;
  if (count > 16) count = 16;
  for (DWORD i = 0; i < count; ++i)
    workers[i] = (HANDLE)_beginthreadex(NULL, 0, Worker, g_Port, 0, NULL);
  HANDLE acceptor = (HANDLE)_beginthreadex(NULL, 0, Acceptor, NULL, 0, NULL);
  printf("listening on %d\n", ntohs(address.sin_port));
  fflush(stdout);

  WaitForSingleObject(g_Done, INFINITE);
  closesocket(g_Listener);
  DWORD code = 0;
  WaitForSingleObject(acceptor, INFINITE);
  GetExitCodeThread(acceptor, &code);
  CloseHandle(g_Port);
  WaitForMultipleObjects(count, workers, TRUE, INFINITE);
  DWORD bad = 0;
  for (DWORD i = 0; i < count; ++i) {
    DWORD result = 0;
    GetExitCodeThread(workers[i], &result);
    if (result != 0) ++bad;
    CloseHandle(workers[i]);
  }
  printf("closed %d, acceptor %lu, workers that did not end well %lu\n", (int)g_Closed,
         (unsigned long)code, (unsigned long)bad);
  WSACleanup();
  return bad == 0 ? 0 : 1;
}
