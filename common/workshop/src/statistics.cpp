#include "workshop/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace workshop {

std::optional<Spread> spread_of(const std::vector<double>& values) {
  std::vector<double> sorted;
  std::ranges::copy_if(values, std::back_inserter(sorted),
                       [](double value) { return std::isfinite(value); });
  if (sorted.empty()) {
    return std::nullopt;
  }
  std::ranges::sort(sorted);
  const auto middle = sorted.size() / 2;
  const bool is_odd = sorted.size() % 2 == 1;
  const double median = is_odd ? sorted[middle] : std::midpoint(sorted[middle - 1], sorted[middle]);
  return Spread{median, sorted.front(), sorted.back(), sorted.size()};
}

std::optional<double> quotient(double numerator, double denominator) {
  const double result = numerator / denominator;
  if (denominator == 0 || !std::isfinite(result) || result < 0) {
    return std::nullopt;
  }
  return result;
}

}  // namespace workshop
