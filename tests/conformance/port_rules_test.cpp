// Ports: which thread runs, batches, second associations.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "loopback.hpp"

using namespace conformance;

namespace {

constexpr ULONG_PTR kStop = 99;

}  // namespace

TEST(Port, ThreadThatWaitedLastRunsFirst) {
  const Handle port = new_port(1);
  std::atomic<int> arrived{0};
  std::array<std::atomic<int>, 3> taken{};
  std::atomic<int> total{0};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      ++arrived;
      for (;;) {
        const Packet packet = take(port.get());
        if (packet.key == kStop || !packet.success) return;
        ++taken[i];
        ++total;
      }
    });
  }
  ASSERT_TRUE(eventually([&] { return arrived == 3; }));
  const Handle never = new_event(true);
  // Each packet is sent when the last one is done and its thread waits again.
  for (int i = 0; i < 10; ++i) {
    (void)WaitForSingleObject(never.get(), 5);
    ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 0, 1, nullptr));
    ASSERT_TRUE(eventually([&] { return total == i + 1; }));
  }
  const int most = std::max({taken[0].load(), taken[1].load(), taken[2].load()});
  EXPECT_GE(most, 9) << "one hot thread";
  for (std::size_t i = 0; i < 3; ++i)
    ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 0, kStop, nullptr));
  for (std::thread& thread : threads)
    thread.join();
}

TEST(Port, ExReportsFailedAndGoodOperationsInOneSuccessfulBatch) {
  const Handle port = new_port();
  const Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
  ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), 5, 0), port.get());
  Receive good;
  Receive cancelled;
  ASSERT_TRUE(good.start_pending(server));
  ASSERT_TRUE(cancelled.start_pending(server));
  ASSERT_TRUE(CancelIoEx(server.handle(), &cancelled.overlapped));
  send_text(address_of(server), "good");
  std::array<OVERLAPPED_ENTRY, 8> entries{};
  std::set<OVERLAPPED*> seen;
  while (seen.size() < 2) {
    ULONG removed = 0;
    ASSERT_TRUE(
        GetQueuedCompletionStatusEx(port.get(), entries.data(), 8, &removed, kLimitMs, FALSE));
    for (ULONG i = 0; i < removed; ++i)
      seen.insert(entries[i].lpOverlapped);
  }
  DWORD bytes = 0;
  DWORD flags = 0;
  EXPECT_TRUE(WSAGetOverlappedResult(server.get(), &good.overlapped, &bytes, FALSE, &flags));
  EXPECT_EQ(bytes, 4U);
  EXPECT_FALSE(WSAGetOverlappedResult(server.get(), &cancelled.overlapped, &bytes, FALSE, &flags));
  EXPECT_EQ(WSAGetLastError(), WSA_OPERATION_ABORTED);
}

TEST(Port, SocketTiedToOneKeepsItWhateverIsTriedLater) {
  const Handle first = new_port();
  const Handle second = new_port();
  const Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
  ASSERT_EQ(CreateIoCompletionPort(server.handle(), first.get(), 1, 0), first.get());
  EXPECT_EQ(CreateIoCompletionPort(server.handle(), second.get(), 2, 0), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
  EXPECT_EQ(CreateIoCompletionPort(server.handle(), first.get(), 3, 0), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
  Receive receive;
  ASSERT_TRUE(receive.start_pending(server));
  send_text(address_of(server), "x");
  EXPECT_EQ(take(first.get()).key, 1U);
}

TEST(Port, NewPortAndAttachInOneCall) {
  const Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
  const Handle port(CreateIoCompletionPort(server.handle(), nullptr, 6, 0));
  ASSERT_NE(port.get(), nullptr);
  Receive receive;
  ASSERT_TRUE(receive.start_pending(server));
  send_text(address_of(server), "x");
  EXPECT_EQ(take(port.get()).key, 6U);
}

TEST(Port, EightStopPacketsEndEightWorkersWhileDataGoesOn) {
  const Handle port = new_port();
  Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
  ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), 1, 0), port.get());
  std::vector<Receive> receives(16);
  for (Receive& receive : receives)
    ASSERT_TRUE(receive.start_pending(server));
  std::atomic<int> ended{0};
  std::atomic<int> datagrams{0};
  std::vector<std::thread> workers;
  for (int i = 0; i < 8; ++i) {
    workers.emplace_back([&] {
      for (;;) {
        const Packet packet = take(port.get());
        if (packet.success && packet.overlapped == nullptr) break;
        if (packet.success) ++datagrams;
      }
      ++ended;
    });
  }
  for (int i = 0; i < 16; ++i)
    send_text(address_of(server), "data");
  ASSERT_TRUE(eventually([&] { return datagrams == 16; }));
  for (int i = 0; i < 8; ++i)
    ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 0, 0, nullptr));
  EXPECT_TRUE(eventually([&] { return ended == 8; }));
  for (std::thread& worker : workers)
    worker.join();
}

TEST(Port, HundredThousandPacketsWithoutAConsumerWaitInOrder) {
  const Handle port = new_port();
  for (DWORD i = 0; i < 100'000; ++i)
    ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), i, 1, nullptr));
  for (DWORD i = 0; i < 100'000; ++i)
    ASSERT_EQ(take(port.get(), 0).bytes, i);
  EXPECT_EQ(take(port.get(), 0).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(Wait, ForAllRefusesAHandleThatComesTwice) {
  const Handle event = new_event(true, true);
  const HANDLE twice[] = {event.get(), event.get()};
  EXPECT_EQ(WaitForMultipleObjects(2, twice, TRUE, 0), static_cast<DWORD>(WAIT_FAILED));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
}
