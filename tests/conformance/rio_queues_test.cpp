// Creating, sizing and accounting.

#include <gtest/gtest.h>

#include "rio_fixture.hpp"

using namespace conformance;

TEST_F(Rio, CompletionQueueSizeHasBounds) {
  EXPECT_EQ(rio.RIOCreateCompletionQueue(0, nullptr), RIO_INVALID_CQ);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  EXPECT_EQ(rio.RIOCreateCompletionQueue(RIO_MAX_CQ_SIZE + 1, nullptr), RIO_INVALID_CQ);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  cq = rio.RIOCreateCompletionQueue(1, nullptr);
  EXPECT_NE(cq, RIO_INVALID_CQ);
}

TEST_F(Rio, PortNotificationNeedsAnOverlapped) {
  port = new_port();
  RIO_NOTIFICATION_COMPLETION notification{};
  notification.Type = RIO_IOCP_COMPLETION;
  notification.Iocp.IocpHandle = port.get();
  EXPECT_EQ(rio.RIOCreateCompletionQueue(1, &notification), RIO_INVALID_CQ);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Rio, RequestQueueRefusesWhatItCannotBe) {
  cq = rio.RIOCreateCompletionQueue(10, nullptr);
  const auto create = [&](SOCKET s, ULONG receives, ULONG buffers, RIO_CQ queue) {
    return rio.RIOCreateRequestQueue(s, receives, buffers, 0, 1, queue, queue, nullptr);
  };
  EXPECT_EQ(create(socket.get(), 0, 1, cq), RIO_INVALID_RQ);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  EXPECT_EQ(create(socket.get(), 5, 2, cq), RIO_INVALID_RQ);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  EXPECT_EQ(create(socket.get(), 5, 1, RIO_INVALID_CQ), RIO_INVALID_RQ);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  EXPECT_EQ(create(INVALID_SOCKET, 5, 1, cq), RIO_INVALID_RQ);
  EXPECT_EQ(WSAGetLastError(), WSAENOTSOCK);
  EXPECT_NE(create(socket.get(), 5, 1, cq), RIO_INVALID_RQ);
}

TEST_F(Rio, SocketWithoutTheFlagIsRefused_OurChoice) {
  cq = rio.RIOCreateCompletionQueue(10, nullptr);
  const Socket plain = bound_socket(WSA_FLAG_OVERLAPPED);
  EXPECT_EQ(rio.RIOCreateRequestQueue(plain.get(), 5, 1, 0, 1, cq, cq, nullptr), RIO_INVALID_RQ);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Rio, SecondRequestQueueOnOneSocketIsRefused_OurChoice) {
  open_polled(20, 5);
  EXPECT_EQ(rio.RIOCreateRequestQueue(socket.get(), 5, 1, 0, 1, cq, cq, nullptr), RIO_INVALID_RQ);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Rio, EachRequestQueueReservesItsLimitsInTheCompletionQueue) {
  open_polled(10, 6);
  Socket second = bound_socket(WSA_FLAG_REGISTERED_IO);
  const auto create = [&] {
    return rio.RIOCreateRequestQueue(second.get(), 6, 1, 0, 1, cq, cq, nullptr);
  };
  EXPECT_EQ(create(), RIO_INVALID_RQ);
  EXPECT_EQ(WSAGetLastError(), WSAENOBUFS);
  EXPECT_TRUE(rio.RIOResizeCompletionQueue(cq, 20));
  EXPECT_NE(create(), RIO_INVALID_RQ);
  ASSERT_TRUE(post(0));
  send("still");
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 5U);
}

TEST_F(Rio, ReservationComesBackWhenTheSocketIsClosedAndDrained) {
  open_polled(10, 10);
  ASSERT_TRUE(post(0));
  Socket second = bound_socket(WSA_FLAG_REGISTERED_IO);
  const auto create = [&] {
    return rio.RIOCreateRequestQueue(second.get(), 1, 1, 0, 1, cq, cq, nullptr);
  };
  EXPECT_EQ(create(), RIO_INVALID_RQ);
  socket.close();
  EXPECT_EQ(dequeue(1).size(), 1U);
  EXPECT_NE(create(), RIO_INVALID_RQ);
}

TEST_F(Rio, PostBeyondTheLimitFailsUntilAResultIsDequeued) {
  open_polled(2, 2);
  post_all(2);
  EXPECT_FALSE(post(2));
  EXPECT_EQ(WSAGetLastError(), WSAENOBUFS);
  send("a");
  // Completed or not: it counts until it is dequeued.
  EXPECT_FALSE(post(2));
  EXPECT_EQ(dequeue(1).size(), 1U);
  EXPECT_TRUE(post(2));
}

TEST_F(Rio, ShrinkingACompletionQueueBelowItsReservationsIsRefused) {
  open_polled(10, 6);
  EXPECT_FALSE(rio.RIOResizeCompletionQueue(cq, 5));
  EXPECT_EQ(WSAGetLastError(), WSAETOOMANYREFS);
  EXPECT_TRUE(rio.RIOResizeCompletionQueue(cq, 6));
}

TEST_F(Rio, ResizingACompletionQueueKeepsItsResults) {
  open_polled(8, 8);
  post_all(8);
  for (int i = 0; i < 5; ++i)
    send(std::to_string(i));
  EXPECT_EQ(dequeue(1)[0].RequestContext, 1U);
  EXPECT_TRUE(rio.RIOResizeCompletionQueue(cq, 100));
  const auto rest = dequeue(4);
  for (std::size_t i = 0; i < rest.size(); ++i)
    EXPECT_EQ(rest[i].RequestContext, i + 2);
}

TEST_F(Rio, ResizingARequestQueueKeepsItsRequests) {
  open_polled(20, 4);
  post_all(4);
  EXPECT_FALSE(rio.RIOResizeRequestQueue(rq, 3, 0));
  EXPECT_EQ(WSAGetLastError(), WSAETOOMANYREFS);
  EXPECT_FALSE(rio.RIOResizeRequestQueue(rq, 0, 0));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  EXPECT_TRUE(rio.RIOResizeRequestQueue(rq, 6, 0));
  EXPECT_TRUE(post(4));
  for (int i = 0; i < 5; ++i)
    send("x");
  const auto results = dequeue(5);
  for (std::size_t i = 0; i < results.size(); ++i)
    EXPECT_EQ(results[i].RequestContext, i + 1);
}

TEST_F(Rio, RegisteringNothingIsRefused) {
  EXPECT_EQ(rio.RIORegisterBuffer(memory.data(), 0), RIO_INVALID_BUFFERID);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Rio, RegisteringMemoryThatIsNotThereIsRefused) {
  EXPECT_EQ(rio.RIORegisterBuffer(nullptr, 64), RIO_INVALID_BUFFERID);
  EXPECT_EQ(WSAGetLastError(), WSAEFAULT);
}

TEST_F(Rio, TheSameMemoryCanBeRegisteredTwice) {
  const RIO_BUFFERID second =
      rio.RIORegisterBuffer(memory.data(), static_cast<DWORD>(memory.size()));
  EXPECT_NE(second, RIO_INVALID_BUFFERID);
  EXPECT_NE(second, buffer);
  rio.RIODeregisterBuffer(second);
}

TEST_F(Rio, DeregisteringAnUnknownIdIsIgnored) {
  rio.RIODeregisterBuffer(RIO_INVALID_BUFFERID);
  rio.RIODeregisterBuffer(nullptr);
}
