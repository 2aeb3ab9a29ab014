#include "harness/activity_clock.hpp"

#include <gtest/gtest.h>

namespace harness {
namespace {

std::int64_t microseconds(double count) {
  return ticks_of_milliseconds(count / 1000);
}

TEST(ActivityClock, StartsAtTheFirstDatagramOnly) {
  ActivityClock clock;
  EXPECT_FALSE(clock.started());
  EXPECT_TRUE(clock.datagram_at(1000));
  EXPECT_FALSE(clock.datagram_at(2000));
  EXPECT_TRUE(clock.started());
  EXPECT_EQ(clock.first(), 1000);
}

TEST(ActivityClock, IsReadForEveryDatagramWhenFewCome) {
  ActivityClock clock;
  for (int datagram = 0; datagram < 20; ++datagram) {
    const std::int64_t now = microseconds(10'000.0 * datagram);
    clock.datagram_at(now);
    EXPECT_EQ(clock.last(), now);
  }
}

TEST(ActivityClock, LagsBehindAFloodByLessThanSixtyFourDatagrams) {
  ActivityClock clock;
  for (int datagram = 0; datagram < 10'000; ++datagram) {
    clock.datagram_at(microseconds(1.0 * datagram));
  }
  EXPECT_GE(clock.last(), microseconds(9'999 - 64));
}

TEST(ActivityClock, FollowsCloselyAgainAfterAPause) {
  ActivityClock clock;
  for (int datagram = 0; datagram < 10'000; ++datagram) {
    clock.datagram_at(microseconds(1.0 * datagram));
  }
  for (int datagram = 0; datagram < 100; ++datagram) {
    clock.datagram_at(microseconds(1'000'000.0 + 10'000.0 * datagram));
  }
  EXPECT_EQ(clock.last(), microseconds(1'000'000.0 + 990'000.0));
}

TEST(ActivityClock, NeverRunsBackwards) {
  ActivityClock clock;
  clock.datagram_at(1000);
  clock.datagram_at(500);
  EXPECT_GE(clock.last(), clock.first());
}

TEST(Ticks, MakeNoNegativeTime) {
  EXPECT_EQ(milliseconds_of(-5), 0);
  EXPECT_NEAR(milliseconds_of(ticks_of_milliseconds(12.5)), 12.5, 0.01);
}

}  // namespace
}  // namespace harness
