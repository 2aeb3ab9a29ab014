#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace workshop {

/// How many letters must be put in, left out or changed to make one word of the other?
[[nodiscard]] std::size_t edit_distance(std::string_view one, std::string_view other);

/// The names that somebody who typed this may have meant, best first, three at most. A name's
/// leading number is not held against it.
[[nodiscard]] std::vector<std::string> closest_names(std::string_view typed,
                                                     std::vector<std::string> names);

}  // namespace workshop
