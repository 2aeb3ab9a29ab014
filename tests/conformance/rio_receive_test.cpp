// Receives: data, order, truncation, flags.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <utility>

#include "rio_fixture.hpp"

using namespace conformance;

TEST_F(Rio, ReceiveReportsBytesAndBothContexts) {
  open_polled(8, 8);
  ASSERT_TRUE(post(0));
  send("hello");
  const RIORESULT result = dequeue(1)[0];
  EXPECT_EQ(result.Status, 0);
  EXPECT_EQ(result.BytesTransferred, 5U);
  EXPECT_EQ(result.SocketContext, kSocketContext);
  EXPECT_EQ(result.RequestContext, 1U);
  EXPECT_EQ(std::string(slice_data(0), 5), "hello");
}

TEST_F(Rio, DatagramsThatWaitedAreReportedThroughTheCompletionQueueOnly) {
  open_polled(8, 8);
  send("early");
  ASSERT_TRUE(post(0));
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 5U);
  EXPECT_TRUE(stays_empty());
}

TEST_F(Rio, EarlierSlicesGetEarlierDatagramsAndResultsComeInOrder) {
  open_polled(64, 64);
  post_all(64);
  for (char c = 0; c < 64; ++c)
    send(std::string(1, c));
  const auto results = dequeue(64);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].RequestContext, i + 1);
    EXPECT_EQ(*slice_data(static_cast<ULONG>(i)), static_cast<char>(i));
  }
}

TEST_F(Rio, TruncationHurtsOnlyItsOwnReceive) {
  open_polled(8, 8);
  std::fill(memory.begin(), memory.end(), '.');
  post_all(3);
  send(std::string(32, 'a'));
  send(std::string(200, 'b'));
  send(std::string(32, 'c'));
  const auto results = dequeue(3);
  EXPECT_EQ(results[0].Status, 0);
  EXPECT_EQ(results[1].Status, ERROR_MORE_DATA);
  EXPECT_EQ(results[1].BytesTransferred, kSliceBytes);
  EXPECT_EQ(results[2].Status, 0);
  EXPECT_EQ(results[2].BytesTransferred, 32U);
  EXPECT_EQ(std::string(slice_data(2), 33), std::string(32, 'c') + '.');
}

TEST_F(Rio, EmptyDatagramIsASuccessOfZeroBytes) {
  open_polled(8, 8);
  post_all(2);
  send("");
  send("x");
  const auto results = dequeue(2);
  EXPECT_EQ(results[0].Status, 0);
  EXPECT_EQ(results[0].BytesTransferred, 0U);
  EXPECT_EQ(results[1].BytesTransferred, 1U);
}

TEST_F(Rio, ContextsSurviveWithAll64Bits) {
  open_polled(8, 8);
  RIO_BUF data = slice(0);
  const ULONG_PTR pattern = 0xFEDCBA9876543210U;
  ASSERT_TRUE(rio.RIOReceive(rq, &data, 1, 0, reinterpret_cast<PVOID>(pattern)));
  send("x");
  EXPECT_EQ(dequeue(1)[0].RequestContext, pattern);
}

TEST_F(Rio, ExReceiveTellsTheSenderInASlice) {
  open_polled(8, 8);
  RIO_BUF data = slice(0);
  RIO_BUF remote{buffer, kSliceBytes, sizeof(SOCKADDR_INET)};
  ASSERT_TRUE(rio.RIOReceiveEx(rq, &data, 1, nullptr, &remote, nullptr, nullptr, 0, nullptr));
  send("who");
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 3U);
  const auto* const from = reinterpret_cast<SOCKADDR_INET*>(slice_data(1));
  EXPECT_EQ(from->si_family, AF_INET);
  EXPECT_EQ(ntohs(from->Ipv4.sin_port), address_of(client).port());
}

TEST_F(Rio, ExReceiveTellsTheDestination) {
  open_polled(8, 8);
  RIO_BUF data = slice(0);
  RIO_BUF local{buffer, kSliceBytes, sizeof(SOCKADDR_INET)};
  ASSERT_TRUE(rio.RIOReceiveEx(rq, &data, 1, &local, nullptr, nullptr, nullptr, 0, nullptr));
  send("me");
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 2U);
  const auto* const to = reinterpret_cast<SOCKADDR_INET*>(slice_data(1));
  EXPECT_EQ(to->Ipv4.sin_addr.s_addr, address.inet.Ipv4.sin_addr.s_addr);
  EXPECT_EQ(ntohs(to->Ipv4.sin_port), address.port());
}

TEST_F(Rio, AddressSliceSmallerThanAnAddressIsRefused) {
  open_polled(8, 8);
  RIO_BUF data = slice(0);
  RIO_BUF remote{buffer, kSliceBytes, 16};
  EXPECT_FALSE(rio.RIOReceiveEx(rq, &data, 1, nullptr, &remote, nullptr, nullptr, 0, nullptr));
}

TEST_F(Rio, SliceOutsideTheRegistrationIsRefused_OurChoice) {
  open_polled(8, 8);
  RIO_BUF data{buffer, kSliceBytes * (kSlices - 1) + 1, kSliceBytes};
  EXPECT_FALSE(rio.RIOReceive(rq, &data, 1, 0, nullptr));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  data = {buffer, 0xFFFFFFFF, 2};
  EXPECT_FALSE(rio.RIOReceive(rq, &data, 1, 0, nullptr));
}

TEST_F(Rio, DeregisteredBufferIsRefusedAndGivesNoResult) {
  open_polled(8, 8);
  rio.RIODeregisterBuffer(buffer);
  EXPECT_FALSE(post(0));
  EXPECT_EQ(WSAGetLastError(), WSAEFAULT);
  buffer = RIO_INVALID_BUFFERID;
  EXPECT_TRUE(stays_empty());
}

TEST_F(Rio, DeregisteringInUseTouchesNoMemoryAfterwards) {
  open_polled(8, 8);
  ASSERT_TRUE(post(0));
  rio.RIODeregisterBuffer(std::exchange(buffer, RIO_INVALID_BUFFERID));
  memory.clear();
  memory.shrink_to_fit();
  send("late");
  EXPECT_EQ(dequeue(1)[0].RequestContext, 1U);
}

TEST_F(Rio, UnknownFlagsAndWaitAllOnDatagramsAreRefused_OurChoice) {
  open_polled(8, 8);
  EXPECT_FALSE(post(0, 0x10));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  EXPECT_FALSE(post(0, RIO_MSG_WAITALL));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Rio, DeferredReceivesRunAfterACommitWhichMakesNoResult) {
  open_polled(8, 8);
  post_all(4, RIO_MSG_DEFER);
  EXPECT_TRUE(rio.RIOReceive(rq, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr));
  for (int i = 0; i < 4; ++i)
    send("x");
  EXPECT_EQ(dequeue(4).size(), 4U);
  EXPECT_TRUE(stays_empty());
}

TEST_F(Rio, CommitOnlyMustStandAlone) {
  open_polled(8, 8);
  RIO_BUF data = slice(0);
  EXPECT_FALSE(rio.RIOReceive(rq, &data, 1, RIO_MSG_COMMIT_ONLY, nullptr));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  EXPECT_FALSE(rio.RIOReceive(rq, nullptr, 0, RIO_MSG_COMMIT_ONLY | RIO_MSG_DEFER, nullptr));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Rio, InvalidRequestQueueIsRefused) {
  RIO_BUF data = slice(0);
  EXPECT_FALSE(rio.RIOReceive(RIO_INVALID_RQ, &data, 1, 0, nullptr));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Rio, ReceivesOutliveTheThreadThatPostedThem) {
  open_polled(8, 8);
  std::thread poster([&] { EXPECT_TRUE(post(0)); });
  poster.join();
  send("alive");
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 5U);
}

TEST_F(Rio, DequeueOfAnEmptyQueueReturnsZeroAndOfAClosedOneCorrupt) {
  open_polled(8, 8);
  RIORESULT result;
  EXPECT_EQ(rio.RIODequeueCompletion(cq, &result, 1), 0U);
  EXPECT_EQ(rio.RIODequeueCompletion(cq, &result, 0), 0U);
  rio.RIOCloseCompletionQueue(cq);
  EXPECT_EQ(rio.RIODequeueCompletion(std::exchange(cq, RIO_INVALID_CQ), &result, 1),
            RIO_CORRUPT_CQ);
}

TEST_F(Rio, OneThreadPostsWhileAnotherDequeues) {
  constexpr ULONG kDatagrams = 20'000;
  open_polled(kSlices, kSlices);
  std::atomic<ULONG> dequeued{0};
  std::thread poster([&] {
    for (ULONG i = 0; i < kDatagrams; ++i) {
      EXPECT_TRUE(eventually([&] { return post(i % kSlices) != FALSE; }));
      send("x");
    }
  });
  EXPECT_TRUE(eventually([&] {
    std::array<RIORESULT, 16> results{};
    const ULONG got = rio.RIODequeueCompletion(cq, results.data(), 16);
    dequeued += got;
    return dequeued == kDatagrams;
  })) << dequeued;
  poster.join();
}
