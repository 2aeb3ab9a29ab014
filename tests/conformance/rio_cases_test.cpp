// Longer stories of RIO: servers under load, queues that grow meanwhile, commits from elsewhere.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstring>
#include <set>
#include <thread>

#include "rio_fixture.hpp"

using namespace conformance;

// A server slept with work waiting.
TEST_F(Rio, HundredDatagramsDequeuedSixteenAtATimeNeedNoNewTraffic) {
  open_event(64, 64);
  post_all(64);
  for (int i = 0; i < 64; ++i)
    send("x");
  std::size_t total = 0;
  std::array<RIORESULT, 16> results{};
  while (total < 64) {
    ASSERT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
    ASSERT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
    const ULONG count = rio.RIODequeueCompletion(cq, results.data(), 16);
    ASSERT_NE(count, RIO_CORRUPT_CQ);
    total += count;
  }
  EXPECT_EQ(total, 64U);
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(WaitForSingleObject(event.get(), kQuietMs), static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST_F(Rio, ThousandResultsAndOneNotifyMakeOnePacket) {
  constexpr ULONG kMany = 64;
  open_port(1024, 1000);
  for (ULONG i = 0; i < 1000; ++i) {
    RIO_BUF data = slice(i % kMany);
    ASSERT_TRUE(rio.RIOReceive(rq, &data, 1, 0, nullptr));
  }
  ASSERT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  for (int i = 0; i < 1000; ++i)
    send("x");
  EXPECT_TRUE(take(port.get()).success);
  EXPECT_EQ(dequeue(1000).size(), 1000U);
  EXPECT_EQ(take(port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST_F(Rio, CompletionQueueGrowsUnderTrafficAndLosesNothing) {
  open_polled(64, 64);
  post_all(64);
  std::thread traffic([&] {
    for (ULONG i = 0; i < 64; ++i)
      send("x");
  });
  for (DWORD size = 128; size <= 1024; size *= 2)
    ASSERT_TRUE(rio.RIOResizeCompletionQueue(cq, size));
  const auto results = dequeue(64);
  traffic.join();
  for (ULONG i = 0; i < 64; ++i)
    EXPECT_EQ(results[i].RequestContext, i + 1) << "in order";
}

TEST_F(Rio, CommitsOfAnotherThreadDisturbNoPost) {
  open_polled(64, 32, 0);
  std::atomic<bool> over{false};
  std::thread committer([&] {
    while (!over)
      EXPECT_TRUE(rio.RIOReceive(rq, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr));
  });
  for (int round = 0; round < 200; ++round) {
    for (ULONG i = 0; i < 8; ++i)
      ASSERT_TRUE(post(i, RIO_MSG_DEFER));
    for (int i = 0; i < 8; ++i)
      send("x");
    ASSERT_EQ(dequeue(8).size(), 8U);
  }
  over = true;
  committer.join();
}

// A reply buffer was overwritten while it was still being sent.
TEST_F(Rio, EveryEchoedDatagramIsWholeAndItsOwn) {
  open_polled(64, 32, 32);
  constexpr ULONG kRemote = 32;  // slices 32… take the addresses of slices 0…
  const auto post_receive = [&](ULONG i) {
    RIO_BUF data = slice(i);
    RIO_BUF remote{buffer, (kRemote + i) * kSliceBytes, sizeof(SOCKADDR_INET)};
    return rio.RIOReceiveEx(rq, &data, 1, nullptr, &remote, nullptr, nullptr, 0,
                            reinterpret_cast<PVOID>(ULONG_PTR{i}));
  };
  for (ULONG i = 0; i < 16; ++i)
    ASSERT_TRUE(post_receive(i));
  const std::array<Socket, 3> clients{sender(), sender(), sender()};
  for (int round = 0; round < 200; ++round) {
    for (std::size_t c = 0; c < clients.size(); ++c) {
      std::string text = std::to_string(c) + '/' + std::to_string(round);
      text.resize(40, static_cast<char>('a' + round % 26));
      send_text(clients[c], address, text);
    }
    for (const RIORESULT& result : dequeue(3)) {
      const auto i = static_cast<ULONG>(result.RequestContext);
      RIO_BUF data{buffer, i * kSliceBytes, result.BytesTransferred};
      RIO_BUF remote{buffer, (kRemote + i) * kSliceBytes, sizeof(SOCKADDR_INET)};
      ASSERT_TRUE(rio.RIOSendEx(rq, &data, 1, nullptr, &remote, nullptr, nullptr, 0,
                                reinterpret_cast<PVOID>(ULONG_PTR{i})));
    }
    for (const RIORESULT& result : dequeue(3))
      ASSERT_TRUE(post_receive(static_cast<ULONG>(result.RequestContext)));
    for (std::size_t c = 0; c < clients.size(); ++c) {
      std::array<char, 64> text{};
      ASSERT_EQ(recv(clients[c].get(), text.data(), text.size(), 0), 40);
      const std::string expected = std::to_string(c) + '/' + std::to_string(round);
      EXPECT_EQ(std::string(text.data(), expected.size()), expected);
      EXPECT_EQ(text[39], static_cast<char>('a' + round % 26));
    }
  }
}

TEST_F(Rio, CommitOnSendsDoesNotDisturbDeferredReceives) {
  open_polled(16, 4, 4);
  ASSERT_TRUE(post(0, RIO_MSG_DEFER));
  ASSERT_TRUE(rio.RIOSend(rq, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr));
  ASSERT_TRUE(rio.RIOReceive(rq, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr));
  send("x");
  EXPECT_EQ(dequeue(1).size(), 1U);
}

TEST_F(Rio, AddressSlicesOfThreeSizesWork) {
  open_polled(16, 8);
  for (const ULONG bytes : {28U, 64U}) {
    RIO_BUF data = slice(0);
    RIO_BUF remote{buffer, 32 * kSliceBytes, bytes};
    ASSERT_TRUE(rio.RIOReceiveEx(rq, &data, 1, nullptr, &remote, nullptr, nullptr, 0, nullptr));
    send("x");
    (void)dequeue(1);
    SOCKADDR_INET from{};
    std::memcpy(&from, slice_data(32), sizeof from);
    EXPECT_EQ(ntohs(from.Ipv4.sin_port), address_of(client).port());
  }
}
