#include "workshop/text_layout.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace workshop {
namespace {

TEST(TextLayout, CountsColumnsNotBytes) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("abc"), 3U);
  EXPECT_EQ(columns_of("µs – ×"), 6U);
  EXPECT_EQ(columns_of("e\u0301"), 1U);
  EXPECT_EQ(columns_of("日本"), 4U);
  EXPECT_EQ(columns_of("\x1b[31mred\x1b[0m"), 3U);
}

TEST(TextLayout, TakesBytesThatAreNoUtf8) {
  EXPECT_EQ(columns_of("a\xFFz"), 3U);
  EXPECT_EQ(columns_of("\xE2\x82"), 2U);
}

TEST(TextLayout, PadsOnTheSideAskedFor) {
  EXPECT_EQ(padded("–", 3, Align::left), "–  ");
  EXPECT_EQ(padded("–", 3, Align::right), "  –");
  EXPECT_EQ(padded("long", 3, Align::right), "long");
}

TEST(TextLayout, ShortensWithAnEllipsis) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdef", 5), "abcd…");
  EXPECT_EQ(shortened("日本語", 5), "日本…");
}

TEST(TextLayout, WrapsAtBlanksAndLeavesLongWordsWhole) {
  EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("incomprehensible", 4), (std::vector<std::string>{"incomprehensible"}));
  EXPECT_TRUE(wrapped("", 10).empty());
}

TEST(TextLayout, SeparatesThousands) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(1234567), "1,234,567");
}

TEST(TextLayout, AFigureIsADashRatherThanNonsense) {
  EXPECT_EQ(figure(1234.56, 1), "1,234.6");
  EXPECT_EQ(figure(0, 0), "0");
  EXPECT_EQ(figure(std::nullopt, 2), "–");
  EXPECT_EQ(figure(-1, 0), "–");
  EXPECT_EQ(figure(std::numeric_limits<double>::infinity(), 0), "–");
  EXPECT_EQ(figure(std::numeric_limits<double>::quiet_NaN(), 0), "–");
  EXPECT_EQ(figure(1e300, 0), "–");
}

}  // namespace
}  // namespace workshop
