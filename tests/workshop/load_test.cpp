#include "workshop/load.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace workshop {
namespace {

bool has(const std::vector<std::string>& arguments, const std::string& word) {
  return std::ranges::find(arguments, word) != arguments.end();
}

TEST(Load, LeavesWhatWasNotAskedForToThePrograms) {
  const Load load;
  const auto server = server_arguments(load, KernelEntries::actual);
  EXPECT_FALSE(has(server, "--outstanding"));
  EXPECT_FALSE(has(server, "--threads"));
  EXPECT_FALSE(has(server, "--kernel-entries"));
  EXPECT_FALSE(has(generator_arguments(load, 5000), "--burst"));
}

TEST(Load, TellsTheServerToEnterTheKernelAsOnWindows) {
  const auto server = server_arguments(Load{}, KernelEntries::as_windows);
  EXPECT_TRUE(has(server, "--kernel-entries"));
  EXPECT_TRUE(has(server, "as-windows"));
}

TEST(Load, SendsACountOrForATime) {
  Load load;
  load.seconds = 0.25;
  EXPECT_TRUE(has(generator_arguments(load, 5000), "0.25"));
  load.count = 77;
  EXPECT_TRUE(has(generator_arguments(load, 5000), "77"));
  EXPECT_FALSE(has(generator_arguments(load, 5000), "--for"));
}

TEST(Load, ExpectsAsMuchTimeAsTheRateNeeds) {
  Load load;
  load.seconds.reset();
  load.count = 1000;
  load.rate_per_s = 500;
  EXPECT_DOUBLE_EQ(expected_seconds(load), 2);
}

TEST(Load, IsDescribedInWords) {
  Load load;
  load.rate_per_s = 50'000;
  load.burst = 1024;
  load.work_iterations = 1000;
  EXPECT_EQ(describe(load),
            "1,024-byte datagrams, 50,000 per second in bursts of 1,024, for 1 s, segmented "
            "sends; work 1,000 per datagram; socket buffer: default");
}

}  // namespace
}  // namespace workshop
