#include "generator/schedule.hpp"

#include <gtest/gtest.h>

namespace generator {
namespace {

TEST(Schedule, FlatOutHasEverythingDueAtOnce) {
  const Schedule schedule;
  EXPECT_EQ(schedule.due(0), Schedule::kAllAtOnce);
}

TEST(Schedule, SpreadsDatagramsEvenly) {
  const Schedule schedule(1000, 1, 0);
  EXPECT_EQ(schedule.due(0), 1U);
  EXPECT_EQ(schedule.due(0.0005), 1U);
  EXPECT_EQ(schedule.due(0.0015), 2U);
  EXPECT_EQ(schedule.due(0.9995), 1000U);
}

TEST(Schedule, KeepsTheAverageInBursts) {
  const Schedule schedule(1000, 100, 0);
  EXPECT_EQ(schedule.due(0), 100U);
  EXPECT_EQ(schedule.due(0.099), 100U);
  EXPECT_EQ(schedule.due(0.101), 200U);
  EXPECT_EQ(schedule.due(0.999), 1000U);
}

TEST(Schedule, DoesNotDriftWhenSendingWasSlow) {
  const Schedule schedule(1000, 1, 0);
  EXPECT_DOUBLE_EQ(schedule.due_time_s(500), 0.5);
  EXPECT_EQ(schedule.due(0.5505), 551U);
}

TEST(Schedule, SaysWhenTheNextBurstIsDue) {
  const Schedule schedule(1000, 100, 0.02);
  EXPECT_DOUBLE_EQ(schedule.due_time_s(0), 0.02);
  EXPECT_DOUBLE_EQ(schedule.due_time_s(100), 0.12);
  EXPECT_EQ(schedule.due(0.01), 0U);
}

TEST(Schedule, CatchesUpWhatIsALittleLate) {
  Schedule schedule(1000, 1, 0);
  EXPECT_EQ(schedule.forgive(0.55, 500), 0);
  EXPECT_EQ(schedule.due(0.5505), 551U);
}

TEST(Schedule, GivesUpWhatIsFarTooLate) {
  Schedule schedule(1000, 1, 0);
  EXPECT_GT(schedule.forgive(10, 500), 9.0);
  const std::uint64_t arrears = schedule.due(10) - 500;
  EXPECT_LE(arrears, 103U);
  EXPECT_GE(arrears, 99U);
}

TEST(Schedule, HoldsTheHighestRateWithoutLosingCount) {
  const Schedule schedule(100e6, 1, 0);
  EXPECT_NEAR(static_cast<double>(schedule.due(86'400)), 8.64e12, 2);
}

}  // namespace
}  // namespace generator
