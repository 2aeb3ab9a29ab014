#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace workshop {

/// Judges what was typed: an empty text for yes, else the refusal. CLI11 takes it as a check.
using NumberCheck = std::function<std::string(const std::string&)>;

/// Accepts whole numbers of a range only, before anything is narrowed; the refusal names the
/// value and the range.
[[nodiscard]] NumberCheck whole_number(std::uint64_t lowest, std::uint64_t highest);

/// The same for "max" (and further words) or a whole number.
[[nodiscard]] NumberCheck whole_number_or(const std::vector<std::string>& words,
                                          std::uint64_t lowest, std::uint64_t highest);

/// Accepts seconds, decimals allowed.
[[nodiscard]] NumberCheck seconds_between(double lowest, double highest);

}  // namespace workshop
