#include "result.hpp"

#include <gtest/gtest.h>

#include "test_run.hpp"

namespace harness {
namespace {

Result result_with(std::uint64_t datagrams, double milliseconds) {
  Result result;
  result.total.datagrams = datagrams;
  result.milliseconds = milliseconds;
  return result;
}

TEST(Result, HasARateOnceTimeHasPassed) {
  EXPECT_DOUBLE_EQ(result_with(500, 250).rate_per_s().value(), 2000);
}

TEST(Result, HasNoRateForNothingForOneOrForNoTime) {
  EXPECT_FALSE(result_with(0, 0).rate_per_s().has_value());
  EXPECT_FALSE(result_with(1, 0).rate_per_s().has_value());
  EXPECT_FALSE(result_with(2, 0).rate_per_s().has_value());
}

TEST(Result, SharesATotalAmongTheDatagrams) {
  EXPECT_DOUBLE_EQ(result_with(4, 1).per_datagram(10).value(), 2.5);
  EXPECT_FALSE(result_with(0, 1).per_datagram(10).has_value());
  EXPECT_FALSE(result_with(4, 1).per_datagram(std::nullopt).has_value());
}

TEST(Result, AddsUpTheThreads) {
  Options options = test_options();
  options.threads = 2;
  harness::Run run(options, kTestChapter);
  const std::string first = datagram(64, 0);
  const std::string second = datagram(64, 1);
  run.counter(0).count(first.data(), 64);
  run.counter(1).count(second.data(), 64);
  run.counter(1).notified();
  run.stop(StopReason::interrupt);
  const Result result = run.result();
  EXPECT_EQ(result.total.datagrams, 2U);
  EXPECT_EQ(result.total.notifications, 1U);
  EXPECT_EQ(result.sequences.lost, 0U);
  ASSERT_EQ(result.threads.size(), 2U);
  EXPECT_EQ(result.threads[1].datagrams, 1U);
}

TEST(Result, OfAnEmptyRunIsAllZero) {
  harness::Run run(test_options(), kTestChapter);
  run.stop(StopReason::time);
  const Result result = run.result();
  EXPECT_EQ(result.total.datagrams, 0U);
  EXPECT_EQ(result.milliseconds, 0);
  EXPECT_EQ(result.used.user_ns, 0U);
}

}  // namespace
}  // namespace harness
