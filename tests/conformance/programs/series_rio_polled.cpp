// Of the series: one thread that polls its completion queue.
//   series_rio_polled PORT      ends with a datagram of four bytes
#include "series_shared.h"

int _tmain(int argc, _TCHAR* argv[]) {
  WSADATA data;
  if (0 != ::WSAStartup(0x202, &data)) ErrorExit("WSAStartup");
  ::SetThreadAffinityMask(::GetCurrentThread(), 1);
  SOCKET s = CreateSocket(WSA_FLAG_REGISTERED_IO);
  InitialiseRIO(s);
  g_queue = g_rio.RIOCreateCompletionQueue(RIO_PENDING_RECVS, 0);
  if (g_queue == RIO_INVALID_CQ) ErrorExit("RIOCreateCompletionQueue");
  ULONG maxOutstandingReceive = RIO_PENDING_RECVS;
  ULONG maxReceiveDataBuffers = 1;
  ULONG maxOutstandingSend = 0;
  ULONG maxSendDataBuffers = 1;
  void* pContext = 0;
  g_requestQueue =
      g_rio.RIOCreateRequestQueue(s, maxOutstandingReceive, maxReceiveDataBuffers,
                                  maxOutstandingSend, maxSendDataBuffers, g_queue, g_queue, pContext);
  if (g_requestQueue == RIO_INVALID_RQ) ErrorExit("RIOCreateRequestQueue");
  RIO_BUFFERID id = PostRIORecvs(RECV_BUFFER_SIZE, RIO_PENDING_RECVS);
  SetSocketRecvBufferToMaximum(s);
  Bind(s, static_cast<unsigned short>(argc > 1 ? _ttoi(argv[1]) : 0));

  bool done = false;
  RIORESULT results[RIO_MAX_RESULTS];
  do {
    ULONG numResults = 0;
    do {
      numResults = g_rio.RIODequeueCompletion(g_queue, results, RIO_MAX_RESULTS);
      if (0 == numResults) {
        YieldProcessor();
      } else if (RIO_CORRUPT_CQ == numResults) {
        ErrorExit("RIODequeueCompletion");
      }
    } while (0 == numResults);
    for (DWORD i = 0; i < numResults; ++i) {
      EXTENDED_RIO_BUF* pBuffer = reinterpret_cast<EXTENDED_RIO_BUF*>(results[i].RequestContext);
      if (!CountPacket(results[i])) done = true;
      if (!g_rio.RIOReceive(g_requestQueue, pBuffer, 1, 0, pBuffer)) ErrorExit("RIOReceive");
    }
  } while (!done);
  PrintTimings();
  if (SOCKET_ERROR == ::closesocket(s)) ErrorExit("closesocket");
  g_rio.RIOCloseCompletionQueue(g_queue);
  g_rio.RIODeregisterBuffer(id);
  return 0;
}
