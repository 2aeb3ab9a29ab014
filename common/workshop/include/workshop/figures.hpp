#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace workshop {

/// What one run of a server is judged by.
enum class Metric {
  received_percent,
  rate_per_s,
  cpu_user_ns,
  cpu_kernel_ns,
  cpu_ns,
  kernel_entries,
  kernel_entries_as_windows,
  mean_batch,
  switches_per_1000,
};
inline constexpr std::size_t metric_count = 9;

/// The metric's name in JSON.
[[nodiscard]] std::string_view key_of(Metric metric);
[[nodiscard]] std::array<Metric, metric_count> all_metrics();

/// A figure per metric, nothing where it is unknown. Every figure is finite and not negative.
class Figures {
 public:
  [[nodiscard]] std::optional<double> get(Metric metric) const {
    return values_[static_cast<std::size_t>(metric)];
  }
  void set(Metric metric, std::optional<double> value);

 private:
  std::array<std::optional<double>, metric_count> values_;
};

/// @param served what the server reported at its end ("result")
/// @param sent what the generator reported at its end ("sent")
[[nodiscard]] Figures figures_of(const nlohmann::json& served, const nlohmann::json& sent);

}  // namespace workshop
