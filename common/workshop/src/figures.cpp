#include "workshop/figures.hpp"

#include "workshop/statistics.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>

namespace workshop {
namespace {

using nlohmann::json;

std::optional<double> number(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) {
    return std::nullopt;
  }
  return found->get<double>();
}

std::optional<double> sum(std::optional<double> one, std::optional<double> other) {
  return one && other ? std::optional(*one + *other) : std::nullopt;
}

std::optional<double> per_datagram(std::optional<double> total, double datagrams) {
  return total ? quotient(*total, datagrams) : std::nullopt;
}

}  // namespace

std::string_view key_of(Metric metric) {
  constexpr std::array<std::string_view, metric_count> keys{
      "received_percent",
      "rate_per_s",
      "cpu_user_ns_per_datagram",
      "cpu_kernel_ns_per_datagram",
      "cpu_ns_per_datagram",
      "kernel_entries_per_datagram",
      "kernel_entries_as_windows_per_datagram",
      "mean_batch",
      "context_switches_per_1000_datagrams"};
  return keys[static_cast<std::size_t>(metric)];
}

std::array<Metric, metric_count> all_metrics() {
  std::array<Metric, metric_count> metrics{};
  for (std::size_t index = 0; index < metric_count; ++index) {
    metrics[index] = static_cast<Metric>(index);
  }
  return metrics;
}

void Figures::set(Metric metric, std::optional<double> value) {
  const bool is_sound = value && std::isfinite(*value) && *value >= 0;
  values_[static_cast<std::size_t>(metric)] = is_sound ? value : std::nullopt;
}

Figures figures_of(const json& served, const json& sent) {
  Figures figures;
  const double datagrams = number(served, "datagrams").value_or(0);
  const double unique = datagrams - number(served, "duplicated").value_or(0);
  const double sent_datagrams = number(sent, "sent").value_or(0);
  if (const auto share = quotient(unique, sent_datagrams)) {
    figures.set(Metric::received_percent, 100 * *share);
  }
  if (datagrams == 0) {
    return figures;
  }
  figures.set(Metric::rate_per_s, number(served, "rate_per_s"));
  figures.set(Metric::cpu_user_ns, number(served, "cpu_user_ns_per_datagram"));
  figures.set(Metric::cpu_kernel_ns, number(served, "cpu_kernel_ns_per_datagram"));
  figures.set(Metric::cpu_ns,
              sum(figures.get(Metric::cpu_user_ns), figures.get(Metric::cpu_kernel_ns)));
  figures.set(Metric::kernel_entries, per_datagram(number(served, "kernel_entries"), datagrams));
  figures.set(Metric::kernel_entries_as_windows,
              per_datagram(number(served, "kernel_entries_as_windows"), datagrams));
  if (const auto batch = served.find("batch"); batch != served.end() && batch->is_object()) {
    figures.set(Metric::mean_batch, number(*batch, "mean"));
  }
  const auto switches = sum(number(served, "context_switches_voluntary"),
                            number(served, "context_switches_involuntary"));
  if (const auto each = per_datagram(switches, datagrams)) {
    figures.set(Metric::switches_per_1000, 1000 * *each);
  }
  return figures;
}

}  // namespace workshop
