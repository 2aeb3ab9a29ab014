#include "workshop/comparison_report.hpp"

#include <nlohmann/json.hpp>

namespace workshop {
namespace {

using nlohmann::json;

json or_null(const std::optional<double>& value) {
  return value ? json(*value) : json();
}

json spread_json(const ChapterRuns& runs, Metric metric) {
  const auto spread = runs.spread(metric);
  if (!spread) {
    return nullptr;
  }
  return {{"minimum", spread->minimum},
          {"median", spread->median},
          {"maximum", spread->maximum},
          {"runs", spread->count}};
}

json run_json(const Measurement& run) {
  json figures = json::object();
  for (const auto metric : all_metrics()) {
    figures[std::string(key_of(metric))] = or_null(run.figures.get(metric));
  }
  return {{"failed", run.failure ? json(*run.failure) : json()},
          {"hung", run.hung},
          {"pinned", run.pinned},
          {"figures", figures},
          {"server", json::parse(run.served)},
          {"generator", json::parse(run.sent)}};
}

json chapter_json(const ChapterRuns& runs) {
  json median = json::object();
  json spread = json::object();
  for (const auto metric : all_metrics()) {
    const std::string key(key_of(metric));
    median[key] = or_null(runs.median(metric));
    spread[key] = spread_json(runs, metric);
  }
  json singles = json::array();
  for (const auto& run : runs.runs) {
    singles.push_back(run_json(run));
  }
  const auto* const reason = runs.failure();
  return {{"chapter", runs.chapter},
          {"failed", reason == nullptr ? json() : json(*reason)},
          {"median", median},
          {"spread", spread},
          {"runs", singles}};
}

template <typename Number>
json number_or_null(const std::optional<Number>& value) {
  return value ? json(*value) : json();
}

json to_json(const Load& load) {
  return {{"bytes", load.datagram_bytes},
          {"seconds", number_or_null(load.seconds)},
          {"count", number_or_null(load.count)},
          {"rate_per_s", load.rate_per_s ? json(*load.rate_per_s) : json("max")},
          {"burst", load.burst},
          {"send", load.send},
          {"seed", load.seed},
          {"work", load.work_iterations},
          {"rcvbuf", load.socket_buffer},
          {"outstanding", number_or_null(load.outstanding)},
          {"threads", number_or_null(load.server_threads)}};
}

json to_json(const Machine& machine) {
  return {{"system", machine.system},
          {"cpu", machine.cpu},
          {"kernel", machine.kernel},
          {"cores", machine.cores},
          {"note", machine.honesty}};
}

json to_json(const Comparison& comparison) {
  json chapters = json::array();
  for (const auto& runs : comparison.chapters) {
    chapters.push_back(chapter_json(runs));
  }
  return {{"kernel_entries", name_of(comparison.plan.mode)},
          {"rounds", comparison.plan.rounds},
          {"pinning", describe(comparison.plan.pinning)},
          {"load", to_json(comparison.plan.load)},
          {"chapters", chapters}};
}

}  // namespace

std::string report_json(const Machine& machine, const std::vector<Comparison>& comparisons) {
  auto passes = json::array();
  for (const auto& comparison : comparisons) {
    passes.push_back(to_json(comparison));
  }
  const json report{{"machine", to_json(machine)}, {"passes", passes}};
  // A reason to fail may quote bytes that are no UTF-8; they must not cost the results.
  return report.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace workshop
