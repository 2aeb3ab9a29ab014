// What the programs of the series share, as such series do: everything in one header.
#pragma once

#include <SDKDDKVer.h>
#include <winsock2.h>
#include <mswsock.h>
#include <windows.h>
#include <process.h>
#include <tchar.h>

#include <deque>
#include <iostream>
#include <string>
#include <vector>

using std::cout;
using std::endl;
using std::string;

static const DWORD RIO_PENDING_RECVS = 150000;
static const DWORD RIO_MAX_RESULTS = 1000;
static const DWORD RECV_BUFFER_SIZE = 64;
static const DWORD NUM_IOCP_THREADS = 8;
static const unsigned short STOP_BYTES = 4;

RIO_EXTENSION_FUNCTION_TABLE g_rio;
HANDLE g_hIOCP = 0;
HANDLE g_hStoppedEvent = ::CreateEvent(0, TRUE, FALSE, 0);
RIO_CQ g_queue = 0;
RIO_RQ g_requestQueue = 0;
volatile long g_packets = 0;
volatile long g_errors = 0;
LARGE_INTEGER g_frequency;
CRITICAL_SECTION g_criticalSection;

struct EXTENDED_RIO_BUF : public RIO_BUF {
  DWORD operation;
};

EXTENDED_RIO_BUF* g_pBufs = 0;

inline string GetLastErrorMessage(DWORD last_error) {
  CHAR text[1024];
  DWORD length = ::FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                                  last_error, MAKELANGID(LANG_NEUTRAL, SUBLANG_DEFAULT), text,
                                  sizeof(text), NULL);
  return length ? string(text) : string("unknown");
}

inline void ErrorExit(const char* pFunction) {
  const DWORD lastError = ::GetLastError();
  cout << "Error: " << pFunction << " failed: " << lastError << endl;
  cout << GetLastErrorMessage(lastError) << endl;
  exit(1);
}

template <typename TV, typename TM>
inline TV RoundUp(TV value, TM multiple) {
  return ((value + multiple - 1) / multiple) * multiple;
}

inline SOCKET CreateSocket(DWORD flags) {
  SOCKET s = ::WSASocket(AF_INET, SOCK_DGRAM, IPPROTO_UDP, NULL, 0, flags);
  if (s == INVALID_SOCKET) ErrorExit("WSASocket");
  return s;
}

inline void Bind(SOCKET s, unsigned short port) {
  sockaddr_in addr;
  addr.sin_family = AF_INET;
  addr.sin_port = htons(port);
  addr.sin_addr.s_addr = INADDR_ANY;
  if (SOCKET_ERROR == ::bind(s, reinterpret_cast<struct sockaddr*>(&addr), sizeof(addr))) {
    ErrorExit("bind");
  }
  int length = sizeof(addr);
  ::getsockname(s, reinterpret_cast<struct sockaddr*>(&addr), &length);
  cout << "listening on " << ntohs(addr.sin_port) << endl;
}

inline void SetSocketRecvBufferToMaximum(SOCKET s) {
  int recvBuffer = 0x7fffffff;
  if (SOCKET_ERROR == ::setsockopt(s, SOL_SOCKET, SO_RCVBUF, reinterpret_cast<char*>(&recvBuffer),
                                   sizeof(recvBuffer))) {
    ErrorExit("setsockopt");
  }
}

inline void InitialiseRIO(SOCKET s) {
  GUID functionTableId = WSAID_MULTIPLE_RIO;
  DWORD dwBytes = 0;
  bool ok = true;
  if (0 != ::WSAIoctl(s, SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER, &functionTableId,
                      sizeof(GUID), (void**)&g_rio, sizeof(g_rio), &dwBytes, 0, 0)) {
    ErrorExit("WSAIoctl");
  }
  (void)ok;
}

inline char* AllocateBufferSpace(DWORD bufSize, DWORD bufCount, DWORD& totalBufferSize,
                                 DWORD& totalBufferCount) {
  SYSTEM_INFO systemInfo;
  ::GetSystemInfo(&systemInfo);
  const unsigned __int64 granularity = systemInfo.dwAllocationGranularity;
  const unsigned __int64 desiredSize = static_cast<unsigned __int64>(bufSize) * bufCount;
  const unsigned __int64 actualSize = RoundUp(desiredSize, granularity);
  totalBufferSize = static_cast<DWORD>(actualSize);
  totalBufferCount = std::min<DWORD>(bufCount, static_cast<DWORD>(actualSize / bufSize));
  ULONG highestNode = 0;
  ::GetNumaHighestNodeNumber(&highestNode);
  char* pBuffer = reinterpret_cast<char*>(
      VirtualAllocExNuma(GetCurrentProcess(), 0, totalBufferSize, MEM_COMMIT | MEM_RESERVE,
                         PAGE_READWRITE, highestNode));
  if (pBuffer == 0) ErrorExit("VirtualAllocEx");
  return pBuffer;
}

inline RIO_BUFFERID PostRIORecvs(DWORD recvBufferSize, DWORD pendingRecvs) {
  DWORD totalBufferCount = 0;
  DWORD totalBufferSize = 0;
  char* pBuffer = AllocateBufferSpace(recvBufferSize, pendingRecvs, totalBufferSize, totalBufferCount);
  RIO_BUFFERID id = g_rio.RIORegisterBuffer(pBuffer, totalBufferSize);
  if (id == RIO_INVALID_BUFFERID) ErrorExit("RIORegisterBuffer");
  DWORD offset = 0;
  EXTENDED_RIO_BUF* pBufs = g_pBufs = new EXTENDED_RIO_BUF[totalBufferCount];
  for (DWORD i = 0; i < totalBufferCount; ++i) {
    EXTENDED_RIO_BUF* pBuf = pBufs + i;
    pBuf->operation = 0;
    pBuf->BufferId = id;
    pBuf->Offset = offset;
    pBuf->Length = recvBufferSize;
    offset += recvBufferSize;
    if (!g_rio.RIOReceive(g_requestQueue, pBuf, 1, 0, pBuf)) ErrorExit("RIOReceive");
  }
  return id;
}

// False when the datagram is the one that ends the program.
inline bool CountPacket(const RIORESULT& result) {
  if (result.Status != 0) ::InterlockedIncrement(&g_errors);
  if (result.BytesTransferred == STOP_BYTES) return false;
  ::InterlockedIncrement(&g_packets);
  return true;
}

inline void PrintTimings() {
  cout << "received " << g_packets << " errors " << g_errors << endl;
}
