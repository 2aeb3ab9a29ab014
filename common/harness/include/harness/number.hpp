/// @file
/// @brief Numbers that users give: read strictly, checked before they are narrowed.
#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace harness {

/// A value that cannot be used. `what()` names the value and what is allowed.
class BadValue : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct WholeNumberRange {
  std::uint64_t lowest;
  std::uint64_t highest;
};

/// Reads digits and nothing else: no sign, no space, no exponent, no unit.
/// @return the number, within the range.
/// @par Errors
///   BadValue: "80x is not a whole number from 1 to 65,535".
[[nodiscard]] std::uint64_t parse_whole_number(std::string_view text, WholeNumberRange range);

/// Reads seconds such as "2" or "0.25".
/// @return the time, rounded to milliseconds.
/// @par Errors
///   BadValue unless it is a finite decimal number from 0.001 to 86,400.
[[nodiscard]] std::chrono::milliseconds parse_seconds(std::string_view text);

/// A number for people: 1,234,567.
[[nodiscard]] std::string with_separators(std::uint64_t number);

}  // namespace harness
