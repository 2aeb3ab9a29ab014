#include "number_check.hpp"

#include "workshop/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace workshop {
namespace {

template <typename Number>
std::optional<Number> parsed(const std::string& text) {
  Number number{};
  const auto* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  const bool is_whole_text = result.ec == std::errc() && result.ptr == end && !text.empty();
  return is_whole_text ? std::optional(number) : std::nullopt;
}

}  // namespace

NumberCheck whole_number(std::uint64_t lowest, std::uint64_t highest) {
  return whole_number_or({}, lowest, highest);
}

NumberCheck whole_number_or(const std::vector<std::string>& words, std::uint64_t lowest,
                            std::uint64_t highest) {
  return [=](const std::string& text) -> std::string {
    const auto number = parsed<std::uint64_t>(text);
    const bool is_word = std::ranges::find(words, text) != words.end();
    if (is_word || (number && *number >= lowest && *number <= highest)) {
      return "";
    }
    return fmt::format("'{}' is not allowed: {}{}a whole number from {} to {}", text,
                       fmt::join(words, ", "), words.empty() ? "" : " or ", with_thousands(lowest),
                       with_thousands(highest));
  };
}

NumberCheck seconds_between(double lowest, double highest) {
  return [=](const std::string& text) -> std::string {
    const auto seconds = parsed<double>(text);
    if (seconds && *seconds >= lowest && *seconds <= highest) {
      return "";
    }
    return fmt::format("'{}' is not allowed: seconds from {:g} to {:g}", text, lowest, highest);
  };
}

}  // namespace workshop
