#include "workshop/statistics.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace workshop {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

TEST(Statistics, NoValuesHaveNoMedian) {
  EXPECT_FALSE(spread_of({}));
}

TEST(Statistics, OneValueIsItsOwnMedian) {
  const auto spread = spread_of({7});
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->median, 7);
  EXPECT_EQ(spread->minimum, 7);
  EXPECT_EQ(spread->maximum, 7);
}

TEST(Statistics, TheMedianOfAnOddNumberIsTheMiddleOne) {
  EXPECT_EQ(spread_of({9, 1, 5})->median, 5);
}

TEST(Statistics, TheMedianOfAnEvenNumberLiesBetweenTheMiddleTwo) {
  EXPECT_EQ(spread_of({10, 1, 4, 2})->median, 3);
}

TEST(Statistics, TheSpreadHasBothEndsAndTheCount) {
  const auto spread = spread_of({3, 1, 2});
  EXPECT_EQ(spread->minimum, 1);
  EXPECT_EQ(spread->maximum, 3);
  EXPECT_EQ(spread->count, 3U);
}

TEST(Statistics, ValuesThatAreNotFiniteAreLeftOut) {
  const auto spread = spread_of({undefined, 2, infinite, -infinite});
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->median, 2);
  EXPECT_EQ(spread->count, 1U);
  EXPECT_FALSE(spread_of({undefined, infinite}));
}

TEST(Statistics, LargeValuesDoNotOverflowTheMedian) {
  constexpr double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(spread_of({largest, largest})->median, largest);
}

TEST(Statistics, AQuotientIsFiniteAndNotNegativeOrAbsent) {
  EXPECT_EQ(quotient(3, 2), 1.5);
  EXPECT_EQ(quotient(0, 2), 0);
  EXPECT_FALSE(quotient(1, 0));
  EXPECT_FALSE(quotient(0, 0));
  EXPECT_FALSE(quotient(-1, 2));
  EXPECT_FALSE(quotient(undefined, 2));
  EXPECT_FALSE(quotient(1e300, 1e-300));
}

}  // namespace
}  // namespace workshop
