// The notification state machine, row by row.

#include <gtest/gtest.h>

#include "rio_fixture.hpp"

using namespace conformance;

namespace {

constexpr DWORD kTimeOut = WAIT_TIMEOUT;

}  // namespace

TEST_F(Rio, NotifyOnAPolledQueueIsRefusedAndPollingGoesOn_OurChoice) {
  open_polled(8, 8);
  EXPECT_EQ(rio.RIONotify(cq), WSAEINVAL);
  ASSERT_TRUE(post(0));
  send("x");
  EXPECT_EQ(dequeue(1).size(), 1U);
}

TEST_F(Rio, NotifyOnAnInvalidQueueIsRefused) {
  EXPECT_EQ(rio.RIONotify(RIO_INVALID_CQ), WSAEINVAL);
}

TEST_F(Rio, EventIsSetOncePerNotify) {
  open_event(8, 8);
  post_all(4);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(WaitForSingleObject(event.get(), kQuietMs), kTimeOut);
  send("x");
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  EXPECT_TRUE(ResetEvent(event.get()));
  send("y");
  EXPECT_EQ(WaitForSingleObject(event.get(), kQuietMs), kTimeOut);
  EXPECT_EQ(dequeue(2).size(), 2U);
}

TEST_F(Rio, SecondNotifyBeforeTheFirstFiredIsRefusedAndHarmless) {
  open_event(8, 8);
  post_all(2);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(rio.RIONotify(cq), WSAEALREADY);
  send("x");
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  EXPECT_EQ(dequeue(1).size(), 1U);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
}

TEST_F(Rio, NotifyOnANonEmptyQueueFiresAtOnce) {
  open_event(64, 64);
  post_all(64);
  for (int i = 0; i < 64; ++i)
    send("x");
  EXPECT_EQ(dequeue(16).size(), 16U);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  EXPECT_EQ(dequeue(48).size(), 48U);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(WaitForSingleObject(event.get(), kQuietMs), kTimeOut);
}

TEST_F(Rio, NotifyResetClearsTheEventFirst) {
  open_event(8, 8, true);
  EXPECT_TRUE(SetEvent(event.get()));
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), kTimeOut);
}

TEST_F(Rio, WithoutNotifyResetTheEventIsLeftAlone) {
  open_event(8, 8, false);
  EXPECT_TRUE(SetEvent(event.get()));
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), WAIT_OBJECT_0);
}

TEST_F(Rio, ResultsThatDoNotNotifyFireNothing) {
  open_event(8, 8);
  post_all(2, RIO_MSG_DONT_NOTIFY);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  send("silent");
  EXPECT_EQ(WaitForSingleObject(event.get(), kQuietMs), kTimeOut);
  ASSERT_TRUE(post(2));
  send("also silent");
  send("loud");
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  EXPECT_EQ(dequeue(3).size(), 3U);
}

TEST_F(Rio, QueueThatHoldsOnlySilentResultsCountsAsEmpty) {
  open_event(8, 8);
  post_all(1, RIO_MSG_DONT_NOTIFY);
  send("silent");
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(WaitForSingleObject(event.get(), kQuietMs), kTimeOut);
  EXPECT_EQ(rio.RIONotify(cq), WSAEALREADY);
}

TEST_F(Rio, PortGetsOnePacketWithKeyAndOverlapped) {
  open_port(64, 64);
  post_all(64);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(rio.RIONotify(cq), WSAEALREADY);
  for (int i = 0; i < 64; ++i)
    send("x");
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.key, 77U);
  EXPECT_EQ(packet.overlapped, &cookie);
  EXPECT_EQ(take(port.get(), kQuietMs).error, kTimeOut);
  EXPECT_EQ(dequeue(64).size(), 64U);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
}

TEST_F(Rio, PortNotifyOnANonEmptyQueueFiresAtOnce) {
  open_port(8, 8);
  post_all(2);
  send("x");
  send("y");
  EXPECT_EQ(dequeue(1).size(), 1U);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_TRUE(take(port.get()).success);
}
