#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>

namespace workshop {

/// Accepts whole numbers of a range only, before anything is narrowed; the refusal names the
/// value and the range.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t lowest, std::uint64_t highest);

/// The same for "max" (and further words) or a whole number.
[[nodiscard]] CLI::Validator whole_number_or(const std::vector<std::string>& words,
                                             std::uint64_t lowest, std::uint64_t highest);

/// Accepts seconds, decimals allowed.
[[nodiscard]] CLI::Validator seconds_between(double lowest, double highest);

}  // namespace workshop
