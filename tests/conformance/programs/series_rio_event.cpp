// Of the series: one thread that waits for an event, spinning a little first.
//   series_rio_event PORT      ends with a datagram of four bytes
#include "series_shared.h"

int _tmain(int argc, _TCHAR* argv[]) {
  WSADATA data;
  if (0 != ::WSAStartup(0x202, &data)) ErrorExit("WSAStartup");
  SOCKET s = CreateSocket(WSA_FLAG_REGISTERED_IO);
  InitialiseRIO(s);
  WSAEVENT hEvent = WSACreateEvent();
  if (hEvent == WSA_INVALID_EVENT) ErrorExit("WSACreateEvent");
  RIO_NOTIFICATION_COMPLETION completionType;
  completionType.Type = RIO_EVENT_COMPLETION;
  completionType.Event.EventHandle = hEvent;
  completionType.Event.NotifyReset = TRUE;
  g_queue = g_rio.RIOCreateCompletionQueue(RIO_PENDING_RECVS, &completionType);
  if (g_queue == RIO_INVALID_CQ) ErrorExit("RIOCreateCompletionQueue");
  g_requestQueue = g_rio.RIOCreateRequestQueue(s, RIO_PENDING_RECVS, 1, 0, 1, g_queue, g_queue, 0);
  if (g_requestQueue == RIO_INVALID_RQ) ErrorExit("RIOCreateRequestQueue");
  RIO_BUFFERID id = PostRIORecvs(RECV_BUFFER_SIZE, RIO_PENDING_RECVS);
  Bind(s, static_cast<unsigned short>(argc > 1 ? _ttoi(argv[1]) : 0));

  bool done = false;
  RIORESULT results[RIO_MAX_RESULTS];
  INT notifyResult = g_rio.RIONotify(g_queue);
  if (notifyResult != ERROR_SUCCESS) ErrorExit("RIONotify");
  do {
    if (WAIT_OBJECT_0 != WaitForSingleObject(hEvent, INFINITE)) ErrorExit("WaitForSingleObject");
    ULONG numResults = g_rio.RIODequeueCompletion(g_queue, results, RIO_MAX_RESULTS);
    if (0 == numResults || RIO_CORRUPT_CQ == numResults) ErrorExit("RIODequeueCompletion");
    notifyResult = g_rio.RIONotify(g_queue);
    if (notifyResult != ERROR_SUCCESS) ErrorExit("RIONotify");
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
  ::CloseHandle(hEvent);
  return 0;
}
