#include "harness/batches.hpp"

#include <gtest/gtest.h>

namespace harness {
namespace {

TEST(Batches, HaveNoFiguresBeforeTheFirst) {
  const Batches batches;
  EXPECT_EQ(batches.dequeues(), 0U);
  EXPECT_EQ(batches.smallest(), 0U);
  EXPECT_EQ(batches.largest(), 0U);
  EXPECT_EQ(batches.mean(), 0);
}

TEST(Batches, OfNothingAreNotCounted) {
  Batches batches;
  batches.add(ULONG{0});
  EXPECT_EQ(batches.dequeues(), 0U);
}

TEST(Batches, KnowSmallestMeanAndLargest) {
  Batches batches;
  for (const unsigned results : {4U, 1U, 10U}) {
    batches.add(ULONG{results});
  }
  EXPECT_EQ(batches.smallest(), 1U);
  EXPECT_EQ(batches.largest(), 10U);
  EXPECT_DOUBLE_EQ(batches.mean(), 5);
}

TEST(Batches, AreSortedIntoPowersOfTwo) {
  Batches batches;
  for (const unsigned results : {1U, 2U, 3U, 4U, 7U, 8U, 0xFFFFFFFFU}) {
    batches.add(ULONG{results});
  }
  EXPECT_EQ(batches.histogram()[0], 1U);
  EXPECT_EQ(batches.histogram()[1], 2U);
  EXPECT_EQ(batches.histogram()[2], 2U);
  EXPECT_EQ(batches.histogram()[3], 1U);
  EXPECT_EQ(batches.histogram()[31], 1U);
}

TEST(Batches, OfSeveralThreadsAddUp) {
  Batches one;
  one.add(ULONG{3});
  Batches other;
  other.add_single(2);
  one.add(other);
  EXPECT_EQ(one.dequeues(), 3U);
  EXPECT_EQ(one.results(), 5U);
  EXPECT_EQ(one.smallest(), 1U);
  EXPECT_EQ(one.largest(), 3U);
}

TEST(Batches, OfAnIdleThreadChangeNothing) {
  Batches one;
  one.add(ULONG{3});
  one.add(Batches{});
  EXPECT_EQ(one.smallest(), 3U);
  EXPECT_EQ(one.dequeues(), 1U);
}

}  // namespace
}  // namespace harness
