#include "harness/number.hpp"

#include <gtest/gtest.h>

namespace harness {
namespace {

constexpr WholeNumberRange kRange{1, 65'535};

std::string complaint_about(const std::string& text) {
  try {
    static_cast<void>(parse_whole_number(text, kRange));
  } catch (const BadValue& bad) {
    return bad.what();
  }
  return {};
}

TEST(WholeNumber, IsReadWithinItsRange) {
  EXPECT_EQ(parse_whole_number("1", kRange), 1U);
  EXPECT_EQ(parse_whole_number("65535", kRange), 65'535U);
  EXPECT_EQ(parse_whole_number("0080", kRange), 80U);
}

TEST(WholeNumber, IsNothingButDigits) {
  for (const char* text : {"80x", "", "-1", "+5", " 5", "5 ", "1e3", "nan", "inf", "0x50", "8.0"}) {
    EXPECT_NE(complaint_about(text).find('"' + std::string(text) + '"'), std::string::npos) << text;
  }
}

TEST(WholeNumber, IsRefusedOutsideItsRangeAndNeverWraps) {
  for (const char* text : {"0", "65536", "4294967296", "4294967297", "18446744073709551616",
                           "99999999999999999999999999"}) {
    EXPECT_NE(complaint_about(text), "") << text;
  }
}

TEST(WholeNumber, IsRefusedWithItsRange) {
  EXPECT_EQ(complaint_about("80x"), "\"80x\" is not a whole number from 1 to 65,535");
}

TEST(Seconds, AreReadAsDecimals) {
  EXPECT_EQ(parse_seconds("2").count(), 2000);
  EXPECT_EQ(parse_seconds("0.25").count(), 250);
  EXPECT_EQ(parse_seconds("0.001").count(), 1);
  EXPECT_EQ(parse_seconds("86400").count(), 86'400'000);
}

TEST(Seconds, AreRefusedUnlessFiniteAndInRange) {
  for (const char* text :
       {"", "0", "0.0009", "86400.1", "nan", "inf", "-1", "1e2", "1e18", "2s", "1.2.3", "."}) {
    EXPECT_THROW(static_cast<void>(parse_seconds(text)), BadValue) << text;
  }
}

TEST(Separators, GroupThreeDigitsEach) {
  EXPECT_EQ(with_separators(0), "0");
  EXPECT_EQ(with_separators(999), "999");
  EXPECT_EQ(with_separators(1000), "1,000");
  EXPECT_EQ(with_separators(1'234'567), "1,234,567");
  EXPECT_EQ(with_separators(123'456), "123,456");
}

}  // namespace
}  // namespace harness
