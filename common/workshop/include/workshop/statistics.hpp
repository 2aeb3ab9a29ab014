#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace workshop {

/// The middle of some values and how far they lie apart.
struct Spread {
  double median = 0;
  double minimum = 0;
  double maximum = 0;
  std::size_t count = 0;
};

/// Values that are not finite are left out: one bad run must not spoil the others.
/// @return nothing when no finite value is left.
[[nodiscard]] std::optional<Spread> spread_of(const std::vector<double>& values);

/// @return nothing instead of an infinite, undefined or negative quotient.
[[nodiscard]] std::optional<double> quotient(double numerator, double denominator);

}  // namespace workshop
