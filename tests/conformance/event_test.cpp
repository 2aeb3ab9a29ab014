#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "loopback.hpp"

using namespace conformance;

TEST(Event, PollOfAClearEventTimesOut) {
  const Handle event = new_event(true);
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(Event, ManualResetStaysSetUntilReset) {
  const Handle event = new_event(true, true);
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), WAIT_OBJECT_0);
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), WAIT_OBJECT_0);
  EXPECT_TRUE(ResetEvent(event.get()));
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(Event, AutoResetReleasesOneWaitAndSetsDoNotAddUp) {
  const Handle event = new_event(false);
  EXPECT_TRUE(SetEvent(event.get()));
  EXPECT_TRUE(SetEvent(event.get()));
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), WAIT_OBJECT_0);
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(Event, ManualResetReleasesAllWaiters) {
  const Handle event = new_event(true);
  std::atomic<int> released{0};
  std::vector<std::thread> waiters;
  for (int i = 0; i < 4; ++i) {
    waiters.emplace_back([&] {
      if (WaitForSingleObject(event.get(), kLimitMs) == WAIT_OBJECT_0) ++released;
    });
  }
  EXPECT_TRUE(SetEvent(event.get()));
  for (auto& waiter : waiters)
    waiter.join();
  EXPECT_EQ(released, 4);
}

TEST(Event, EachSetOfAnAutoResetEventReleasesExactlyOneWaiter) {
  const Handle event = new_event(false);
  const Handle done = new_event(false);
  std::vector<std::thread> waiters;
  for (int i = 0; i < 4; ++i) {
    waiters.emplace_back([&] {
      EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
      EXPECT_TRUE(SetEvent(done.get()));
    });
  }
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(SetEvent(event.get()));
    EXPECT_EQ(WaitForSingleObject(done.get(), kLimitMs), WAIT_OBJECT_0);
  }
  for (auto& waiter : waiters)
    waiter.join();
}

TEST(Wait, AnyReportsTheLowestIndexAndConsumesOnlyThat) {
  const Handle first = new_event(false, true);
  const Handle second = new_event(false, true);
  const std::array objects{first.get(), second.get()};
  EXPECT_EQ(WaitForMultipleObjects(2, objects.data(), FALSE, 0), WAIT_OBJECT_0);
  EXPECT_EQ(WaitForMultipleObjects(2, objects.data(), FALSE, 0), WAIT_OBJECT_0 + 1);
  EXPECT_EQ(WaitForMultipleObjects(2, objects.data(), FALSE, 0), static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(Wait, AllConsumesNothingUntilAllAreSet) {
  const Handle first = new_event(false, true);
  const Handle second = new_event(false);
  const std::array objects{first.get(), second.get()};
  EXPECT_EQ(WaitForMultipleObjects(2, objects.data(), TRUE, 0), static_cast<DWORD>(WAIT_TIMEOUT));
  EXPECT_TRUE(SetEvent(second.get()));
  EXPECT_EQ(WaitForMultipleObjects(2, objects.data(), TRUE, 0), WAIT_OBJECT_0);
  EXPECT_EQ(WaitForSingleObject(first.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(Wait, SixtyFourHandlesWorkAndSixtyFiveAreRefused) {
  std::vector<Handle> events;
  std::vector<HANDLE> objects;
  for (int i = 0; i < 65; ++i) {
    events.push_back(new_event(true, i == 63));
    objects.push_back(events.back().get());
  }
  EXPECT_EQ(WaitForMultipleObjects(64, objects.data(), FALSE, 0), WAIT_OBJECT_0 + 63);
  EXPECT_EQ(WaitForMultipleObjects(65, objects.data(), FALSE, 0), WAIT_FAILED);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
}

TEST(Wait, OnAClosedHandleFails) {
  Handle event = new_event(true);
  const HANDLE stale = event.get();
  event.close();
  EXPECT_EQ(WaitForSingleObject(stale, 0), WAIT_FAILED);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_HANDLE));
}
