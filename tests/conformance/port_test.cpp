// Completion ports without sockets: queue, waiters, closing.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "loopback.hpp"

using namespace conformance;

namespace {

OVERLAPPED* as_overlapped(ULONG_PTR value) {
  return reinterpret_cast<OVERLAPPED*>(value);
}

}  // namespace

TEST(Port, PostedTripleComesOutUnchanged) {
  const Handle port = new_port();
  constexpr ULONG_PTR kKey = 0xFEDCBA9876543210U;
  constexpr ULONG_PTR kOverlapped = 0x8000000000000008U;
  ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 0xFFFFFFFF, kKey, as_overlapped(kOverlapped)));
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 0xFFFFFFFF);
  EXPECT_EQ(packet.key, kKey);
  EXPECT_EQ(packet.overlapped, as_overlapped(kOverlapped));
}

TEST(Port, PostedNullOverlappedIsASuccess) {
  const Handle port = new_port();
  ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 1, 2, nullptr));
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.overlapped, nullptr);
}

TEST(Port, SuccessLeavesTheLastErrorAlone) {
  const Handle port = new_port();
  ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 1, 2, nullptr));
  SetLastError(4711);
  DWORD bytes = 0;
  ULONG_PTR key = 0;
  OVERLAPPED* overlapped = nullptr;
  EXPECT_TRUE(GetQueuedCompletionStatus(port.get(), &bytes, &key, &overlapped, 0));
  EXPECT_EQ(GetLastError(), 4711U);
}

TEST(Port, TimeOutLeavesBytesAndKeyAndClearsTheOverlapped) {
  const Handle port = new_port();
  DWORD bytes = 11;
  ULONG_PTR key = 22;
  OVERLAPPED* overlapped = as_overlapped(33);
  EXPECT_FALSE(GetQueuedCompletionStatus(port.get(), &bytes, &key, &overlapped, 10));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(WAIT_TIMEOUT));
  EXPECT_EQ(bytes, 11U);
  EXPECT_EQ(key, 22U);
  EXPECT_EQ(overlapped, nullptr);
}

TEST(Port, IsFirstInFirstOut) {
  const Handle port = new_port();
  for (ULONG_PTR i = 0; i < 1000; ++i) {
    ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 0, i, nullptr));
  }
  for (ULONG_PTR i = 0; i < 1000; ++i)
    EXPECT_EQ(take(port.get(), 0).key, i);
}

TEST(Port, DeliversEachPacketExactlyOnceToManyThreads) {
  constexpr ULONG_PTR kPackets = 20'000;
  constexpr int kThreads = 4;
  const Handle port = new_port(kThreads);
  std::vector<std::atomic<int>> seen(kPackets + 1);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (Packet packet = take(port.get()); packet.success && packet.key != 0;
           packet = take(port.get())) {
        ++seen[packet.key];
      }
    });
  }
  for (ULONG_PTR i = 1; i <= kPackets; ++i) {
    ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 0, i, nullptr));
  }
  for (int i = 0; i < kThreads; ++i) {
    ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 0, 0, nullptr));
  }
  for (auto& thread : threads)
    thread.join();
  for (ULONG_PTR i = 1; i <= kPackets; ++i)
    EXPECT_EQ(seen[i], 1) << i;
}

TEST(Port, ClosingItReleasesAWaitingThread) {
  Handle port = new_port();
  const HANDLE raw = port.get();
  std::atomic<DWORD> error{0};
  std::atomic<bool> waiting{false};
  std::thread waiter([&] {
    waiting = true;
    error = take(raw, kLimitMs).error;
  });
  ASSERT_TRUE(eventually([&] { return waiting.load(); }));
  port.close();
  waiter.join();
  // Closed during the wait, or, if the thread was slow, before it.
  EXPECT_TRUE(error == ERROR_ABANDONED_WAIT_0 || error == ERROR_INVALID_HANDLE) << error;
}

TEST(Port, CallsAfterTheCloseFail) {
  Handle port = new_port();
  const HANDLE raw = port.get();
  port.close();
  EXPECT_EQ(take(raw, 0).error, static_cast<DWORD>(ERROR_INVALID_HANDLE));
  EXPECT_FALSE(PostQueuedCompletionStatus(raw, 0, 0, nullptr));
}

TEST(Port, ExTakesUpToTheCountAndNeverWaitsToFillTheArray) {
  const Handle port = new_port();
  for (ULONG_PTR i = 0; i < 5; ++i) {
    ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), static_cast<DWORD>(i), i, nullptr));
  }
  std::array<OVERLAPPED_ENTRY, 3> entries{};
  ULONG removed = 0;
  EXPECT_TRUE(
      GetQueuedCompletionStatusEx(port.get(), entries.data(), 3, &removed, INFINITE, FALSE));
  EXPECT_EQ(removed, 3U);
  EXPECT_EQ(entries[2].lpCompletionKey, 2U);
  EXPECT_TRUE(
      GetQueuedCompletionStatusEx(port.get(), entries.data(), 3, &removed, INFINITE, FALSE));
  EXPECT_EQ(removed, 2U);
}

TEST(Port, ExTimesOutWithNothingRemoved) {
  const Handle port = new_port();
  std::array<OVERLAPPED_ENTRY, 3> entries{};
  ULONG removed = 77;
  EXPECT_FALSE(GetQueuedCompletionStatusEx(port.get(), entries.data(), 3, &removed, 10, FALSE));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(WAIT_TIMEOUT));
  EXPECT_EQ(removed, 0U);
}

TEST(Port, InvalidFileWithAnExistingPortIsRefused) {
  const Handle port = new_port();
  EXPECT_EQ(CreateIoCompletionPort(INVALID_HANDLE_VALUE, port.get(), 0, 0), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
}

TEST(Port, WithConcurrencyOneASecondPacketWaitsUntilTheFirstWorkerBlocks) {
  const Handle port = new_port(1);
  const Handle go = new_event(true);
  std::atomic<int> handled{0};
  std::atomic<bool> spin{true};
  const auto worker = [&] {
    const Packet packet = take(port.get());
    ++handled;
    if (packet.key != 1) return;
    while (spin) {  // computing: the port must not release a second thread
    }
    EXPECT_EQ(WaitForSingleObject(go.get(), kLimitMs), WAIT_OBJECT_0);  // blocking: now it may
  };
  std::thread first(worker);
  ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 0, 1, nullptr));
  ASSERT_TRUE(eventually([&] { return handled == 1; }));
  std::thread second(worker);
  ASSERT_TRUE(PostQueuedCompletionStatus(port.get(), 0, 2, nullptr));
  EXPECT_EQ(WaitForSingleObject(go.get(), kQuietMs), static_cast<DWORD>(WAIT_TIMEOUT));
  EXPECT_EQ(handled, 1);
  spin = false;
  EXPECT_TRUE(eventually([&] { return handled == 2; }));
  EXPECT_TRUE(SetEvent(go.get()));
  first.join();
  second.join();
}
