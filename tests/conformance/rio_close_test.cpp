// Closing, in the right order and in the wrong ones.

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "rio_fixture.hpp"

using namespace conformance;

TEST_F(Rio, CloseEndsEachOutstandingRequestOnceWithItsContext) {
  open_polled(64, 64);
  post_all(64);
  socket.close();
  std::set<ULONGLONG> contexts;
  for (const RIORESULT& result : dequeue(64)) {
    EXPECT_TRUE(result.Status == WSA_OPERATION_ABORTED || result.Status == WSAENOTSOCK);
    EXPECT_TRUE(contexts.insert(result.RequestContext).second);
  }
  EXPECT_TRUE(stays_empty());
}

TEST_F(Rio, CloseFiresAnArmedNotification) {
  open_event(8, 8);
  ASSERT_TRUE(post(0));
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  socket.close();
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  EXPECT_EQ(dequeue(1).size(), 1U);
}

TEST_F(Rio, RequestQueueIsDeadAfterTheSocketIsClosed) {
  open_polled(8, 8);
  socket.close();
  EXPECT_FALSE(post(0));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Rio, PostingToAClosedCompletionQueueIsRefused) {
  open_polled(8, 8);
  rio.RIOCloseCompletionQueue(std::exchange(cq, RIO_INVALID_CQ));
  EXPECT_FALSE(post(0));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Rio, CompletionQueueMayBeClosedFirstWithTrafficArriving) {
  open_polled(8, 8);
  post_all(8);
  send("before");
  rio.RIOCloseCompletionQueue(std::exchange(cq, RIO_INVALID_CQ));
  for (int i = 0; i < 20; ++i)
    send("after");
  socket.close();
}

TEST_F(Rio, ClosingAnInvalidCompletionQueueIsIgnored) {
  rio.RIOCloseCompletionQueue(RIO_INVALID_CQ);
}

TEST_F(Rio, DeferredRequestsEndAtTheClose_OurChoice) {
  open_polled(8, 8);
  post_all(4, RIO_MSG_DEFER);
  socket.close();
  for (const RIORESULT& result : dequeue(4))
    EXPECT_EQ(result.Status, WSA_OPERATION_ABORTED);
}

TEST_F(Rio, ManySocketsShareOneCompletionQueue) {
  constexpr ULONG kSockets = 20;
  cq = rio.RIOCreateCompletionQueue(kSockets, nullptr);
  std::vector<Socket> sockets;
  for (ULONG i = 0; i < kSockets; ++i) {
    sockets.push_back(bound_socket(WSA_FLAG_REGISTERED_IO));
    rq = rio.RIOCreateRequestQueue(sockets.back().get(), 1, 1, 0, 1, cq, cq,
                                   reinterpret_cast<PVOID>(ULONG_PTR{i}));
    ASSERT_TRUE(post(i));
    send_text(client, address_of(sockets.back()), "x");
  }
  std::set<ULONGLONG> seen;
  for (const RIORESULT& result : dequeue(kSockets))
    seen.insert(result.SocketContext);
  EXPECT_EQ(seen.size(), kSockets);
}
