#include "workshop/closest_names.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace workshop {
namespace {

std::string_view without_number(std::string_view name) {
  const auto letters = name.find_first_not_of("0123456789-");
  return letters == std::string_view::npos ? name : name.substr(letters);
}

std::size_t distance_to(std::string_view typed, std::string_view name) {
  return std::min(edit_distance(typed, name),
                  edit_distance(without_number(typed), without_number(name)));
}

}  // namespace

std::size_t edit_distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t line = 1; line <= one.size(); ++line) {
    auto diagonal = std::exchange(row[0], line);
    for (std::size_t column = 1; column <= other.size(); ++column) {
      const auto changed = diagonal + (one[line - 1] == other[column - 1] ? 0 : 1);
      diagonal = row[column];
      row[column] = std::min({changed, row[column] + 1, row[column - 1] + 1});
    }
  }
  return row.back();
}

std::vector<std::string> closest_names(std::string_view typed, std::vector<std::string> names) {
  constexpr std::size_t most = 3;
  std::ranges::stable_sort(names, {},
                           [&](const std::string& name) { return distance_to(typed, name); });
  names.resize(std::min(names.size(), most));
  return names;
}

}  // namespace workshop
