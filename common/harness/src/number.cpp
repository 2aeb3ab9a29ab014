#include "harness/number.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

namespace harness {
namespace {

constexpr double kShortestSeconds = 0.001;
constexpr double kLongestSeconds = 86'400;

bool has_only(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

}  // namespace

std::uint64_t parse_whole_number(std::string_view text, WholeNumberRange range) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (!has_only(text, "0123456789") || error != std::errc() || number < range.lowest ||
      number > range.highest) {
    throw BadValue(fmt::format("\"{}\" is not a whole number from {} to {}", text,
                               with_separators(range.lowest), with_separators(range.highest)));
  }
  return number;
}

std::chrono::milliseconds parse_seconds(std::string_view text) {
  double seconds = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
  const bool is_number = has_only(text, "0123456789.") && error == std::errc() &&
                         end == text.data() + text.size() && std::isfinite(seconds);
  if (!is_number || seconds < kShortestSeconds || seconds > kLongestSeconds) {
    throw BadValue(fmt::format("\"{}\" is not a number of seconds from 0.001 to 86,400", text));
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

std::string with_separators(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3;) {
    place -= 3;
    text.insert(place, 1, ',');
  }
  return text;
}

}  // namespace harness
