#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workshop {

/// How many columns does UTF-8 text take on a terminal? Combining marks take none, East Asian
/// wide characters two, colour sequences (ESC [ … m) none.
[[nodiscard]] std::size_t columns_of(std::string_view text);

enum class Align { left, right };

/// Text filled up with blanks to at least so many columns.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns, Align align);

/// Text cut to at most so many columns, the last one an ellipsis when something was cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);

/// Text broken at blanks into lines of at most so many columns (a longer word stays whole).
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// 1,234,567
[[nodiscard]] std::string with_thousands(std::uint64_t number);

/// A figure with so many digits after the point and thousands separated; "–" when there is none
/// or it is not a finite number of at least zero.
[[nodiscard]] std::string figure(std::optional<double> value, int digits);

}  // namespace workshop
