#include "workshop/closest_names.hpp"

#include <gtest/gtest.h>

namespace workshop {
namespace {

TEST(ClosestNames, CountsTheChangedLetters) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("rio", ""), 3U);
  EXPECT_EQ(edit_distance("iocp", "iocp"), 0U);
  EXPECT_EQ(edit_distance("iocp", "icp"), 1U);
  EXPECT_EQ(edit_distance("demo", "dmeo"), 2U);
}

TEST(ClosestNames, PutsTheBestFirstAndGivesThreeAtMost) {
  const auto names = closest_names(
      "iocp-thread", {"01-blocking-wsarecv", "03-iocp", "04-iocp-threads", "06-rio-polled"});
  ASSERT_EQ(names.size(), 3U);
  EXPECT_EQ(names.front(), "04-iocp-threads");
}

TEST(ClosestNames, TakesAnEmptyList) {
  EXPECT_TRUE(closest_names("iocp", {}).empty());
}

}  // namespace
}  // namespace workshop
