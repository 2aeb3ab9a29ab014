// Of the series: eight threads on one port, the notification's OVERLAPPED left as it is.
//   series_rio_iocp_mt PORT      ends with a datagram of four bytes
#include "series_shared.h"

unsigned int __stdcall ThreadFunction(void* pV) {
  const DWORD_PTR index = (DWORD_PTR)pV;
  ::SetThreadAffinityMask(::GetCurrentThread(), (DWORD_PTR)1 << (index % 2));
  RIORESULT results[RIO_MAX_RESULTS];
  DWORD numberOfBytes = 0;
  ULONG_PTR completionKey = 0;
  OVERLAPPED* pOverlapped = 0;
  for (;;) {
    if (!::GetQueuedCompletionStatus(g_hIOCP, &numberOfBytes, &completionKey, &pOverlapped,
                                     INFINITE)) {
      ErrorExit("GetQueuedCompletionStatus");
    }
    if (completionKey == 1) return 0;
    ULONG numResults = g_rio.RIODequeueCompletion(g_queue, results, RIO_MAX_RESULTS);
    if (0 == numResults || RIO_CORRUPT_CQ == numResults) ErrorExit("RIODequeueCompletion");
    const INT notifyResult = g_rio.RIONotify(g_queue);
    if (notifyResult != ERROR_SUCCESS) ErrorExit("RIONotify");
    bool done = false;
    for (DWORD i = 0; i < numResults; ++i) {
      EXTENDED_RIO_BUF* pBuffer = reinterpret_cast<EXTENDED_RIO_BUF*>(results[i].RequestContext);
      if (!CountPacket(results[i])) {
        done = true;
      } else {
        ::EnterCriticalSection(&g_criticalSection);
        if (!g_rio.RIOReceive(g_requestQueue, pBuffer, 1, 0, pBuffer)) ErrorExit("RIOReceive");
        ::LeaveCriticalSection(&g_criticalSection);
      }
    }
    if (done) ::SetEvent(g_hStoppedEvent);
  }
}

int _tmain(int argc, _TCHAR* argv[]) {
  WSADATA data;
  if (0 != ::WSAStartup(0x202, &data)) ErrorExit("WSAStartup");
  if (!::InitializeCriticalSectionAndSpinCount(&g_criticalSection, 4000)) {
    ErrorExit("InitializeCriticalSectionAndSpinCount");
  }
  SOCKET s = CreateSocket(WSA_FLAG_REGISTERED_IO);
  InitialiseRIO(s);
  g_hIOCP = ::CreateIoCompletionPort(INVALID_HANDLE_VALUE, 0, 0, 0);
  OVERLAPPED overlapped;
  RIO_NOTIFICATION_COMPLETION completionType;
  completionType.Type = RIO_IOCP_COMPLETION;
  completionType.Iocp.IocpHandle = g_hIOCP;
  completionType.Iocp.CompletionKey = (void*)0;
  completionType.Iocp.Overlapped = &overlapped;
  g_queue = g_rio.RIOCreateCompletionQueue(RIO_PENDING_RECVS, &completionType);
  if (g_queue == RIO_INVALID_CQ) ErrorExit("RIOCreateCompletionQueue");
  g_requestQueue = g_rio.RIOCreateRequestQueue(s, RIO_PENDING_RECVS, 1, 0, 1, g_queue, g_queue, 0);
  if (g_requestQueue == RIO_INVALID_RQ) ErrorExit("RIOCreateRequestQueue");
  PostRIORecvs(RECV_BUFFER_SIZE, RIO_PENDING_RECVS);

  std::vector<HANDLE> threads;
  for (DWORD i = 0; i < NUM_IOCP_THREADS; ++i) {
    unsigned int notUsed;
    const uintptr_t result = ::_beginthreadex(0, 0, ThreadFunction, (void*)(DWORD_PTR)i, 0, &notUsed);
    if (result == 0) ErrorExit("_beginthreadex");
    threads.push_back(reinterpret_cast<HANDLE>(result));
  }
  const INT notifyResult = g_rio.RIONotify(g_queue);
  if (notifyResult != ERROR_SUCCESS) ErrorExit("RIONotify");
  Bind(s, static_cast<unsigned short>(argc > 1 ? _ttoi(argv[1]) : 0));
  SetSocketRecvBufferToMaximum(s);

  ::WaitForSingleObject(g_hStoppedEvent, INFINITE);
  for (size_t i = 0; i < threads.size(); ++i) {
    if (0 == ::PostQueuedCompletionStatus(g_hIOCP, 0, 1, 0)) ErrorExit("PostQueuedCompletionStatus");
  }
  for (size_t i = 0; i < threads.size(); ++i) {
    if (WAIT_OBJECT_0 != ::WaitForSingleObject(threads[i], INFINITE)) ErrorExit("WaitForSingleObject");
    ::CloseHandle(threads[i]);
  }
  PrintTimings();
  if (SOCKET_ERROR == ::closesocket(s)) ErrorExit("closesocket");
  g_rio.RIOCloseCompletionQueue(g_queue);
  return 0;
}
