#include "rio_fixture.hpp"

#include <algorithm>
#include <array>

namespace conformance {

void Rio::SetUp() {
  socket = bound_socket(WSA_FLAG_REGISTERED_IO);
  try {
    rio = rio::load_function_table(socket.get());
  } catch (const rio::Unavailable& reason) {
    GTEST_SKIP() << reason.what();
  }
  address = address_of(socket);
  client = sender();
  buffer = rio.RIORegisterBuffer(memory.data(), static_cast<DWORD>(memory.size()));
  ASSERT_NE(buffer, RIO_INVALID_BUFFERID);
}

void Rio::TearDown() {
  socket.close();
  if (cq != RIO_INVALID_CQ) rio.RIOCloseCompletionQueue(cq);
  if (buffer != RIO_INVALID_BUFFERID) rio.RIODeregisterBuffer(buffer);
}

void Rio::open_polled(DWORD size, ULONG receives, ULONG sends) {
  cq = rio.RIOCreateCompletionQueue(size, nullptr);
  open_request_queue(receives, sends);
}

void Rio::open_event(DWORD size, ULONG receives, bool notify_reset) {
  event = new_event(true);
  RIO_NOTIFICATION_COMPLETION notification{};
  notification.Type = RIO_EVENT_COMPLETION;
  notification.Event.EventHandle = event.get();
  notification.Event.NotifyReset = notify_reset ? TRUE : FALSE;
  cq = rio.RIOCreateCompletionQueue(size, &notification);
  open_request_queue(receives, 0);
}

void Rio::open_port(DWORD size, ULONG receives) {
  port = new_port();
  RIO_NOTIFICATION_COMPLETION notification{};
  notification.Type = RIO_IOCP_COMPLETION;
  notification.Iocp.IocpHandle = port.get();
  notification.Iocp.CompletionKey = reinterpret_cast<PVOID>(ULONG_PTR{77});
  notification.Iocp.Overlapped = &cookie;
  cq = rio.RIOCreateCompletionQueue(size, &notification);
  open_request_queue(receives, 0);
}

void Rio::open_request_queue(ULONG receives, ULONG sends) {
  ASSERT_NE(cq, RIO_INVALID_CQ) << WSAGetLastError();
  rq = rio.RIOCreateRequestQueue(socket.get(), receives, 1, sends, 1, cq, cq,
                                 reinterpret_cast<PVOID>(kSocketContext));
  ASSERT_NE(rq, RIO_INVALID_RQ) << WSAGetLastError();
}

BOOL Rio::post(ULONG index, DWORD flags) {
  RIO_BUF data = slice(index);
  const BOOL posted =
      rio.RIOReceive(rq, &data, 1, flags, reinterpret_cast<PVOID>(ULONG_PTR{index} + 1));
  data = {};  // captured by the call
  return posted;
}

void Rio::post_all(ULONG count, DWORD flags) {
  for (ULONG i = 0; i < count; ++i)
    ASSERT_TRUE(post(i, flags)) << i << ' ' << WSAGetLastError();
}

std::vector<RIORESULT> Rio::dequeue(std::size_t count) {
  std::vector<RIORESULT> all;
  (void)eventually([&] {
    std::array<RIORESULT, 32> some{};
    const ULONG room = static_cast<ULONG>(std::min(some.size(), count - all.size()));
    const ULONG got = rio.RIODequeueCompletion(cq, some.data(), room);
    EXPECT_NE(got, RIO_CORRUPT_CQ);
    if (got != RIO_CORRUPT_CQ) all.insert(all.end(), some.begin(), some.begin() + got);
    return all.size() == count || got == RIO_CORRUPT_CQ;
  });
  EXPECT_EQ(all.size(), count);
  return all;
}

bool Rio::stays_empty() {
  const Handle never = new_event(true);
  RIORESULT result;
  for (int look = 0; look < 5; ++look) {
    if (rio.RIODequeueCompletion(cq, &result, 1) != 0) return false;
    (void)WaitForSingleObject(never.get(), kQuietMs / 5);
  }
  return true;
}

}  // namespace conformance
