#include <nlohmann/json.hpp>

#include "harness/system.hpp"
#include "report.hpp"

namespace harness {
namespace {

using nlohmann::ordered_json;

template <typename Number>
ordered_json or_null(const std::optional<Number>& number) {
  return number ? ordered_json(*number) : ordered_json();
}

ordered_json seconds_or_null(const std::optional<std::chrono::milliseconds>& time) {
  return time ? ordered_json(static_cast<double>(time->count()) / 1000.0) : ordered_json();
}

const char* name_of(KernelEntriesMode mode) {
  return mode == KernelEntriesMode::actual ? "actual" : "as-windows";
}

ordered_json json_of(const Options& options) {
  return {{"port", options.port},
          {"address", options.address},
          {"bytes", options.datagram_bytes},
          {"work", options.work_iterations},
          {"outstanding", options.outstanding},
          {"threads", options.threads},
          {"max_batch", options.max_batch},
          {"spin", options.spin},
          {"pin", or_null(options.pin)},
          {"rcvbuf", or_null(options.receive_buffer_bytes)},
          {"large_pages", options.large_pages},
          {"numa_node", or_null(options.numa_node)},
          {"for", seconds_or_null(options.run_for)},
          {"idle", seconds_or_null(options.idle)},
          {"kernel_entries", name_of(options.kernel_entries)}};
}

ordered_json json_of(const Batches& batches) {
  const auto& columns = batches.histogram();
  std::size_t used = columns.size();
  while (used > 0 && columns[used - 1] == 0)
    --used;
  ordered_json histogram = ordered_json::array();
  for (std::size_t column = 0; column < used; ++column) {
    histogram.push_back(columns[column]);
  }
  if (batches.dequeues() == 0) {
    return {{"min", nullptr},
            {"mean", nullptr},
            {"max", nullptr},
            {"dequeues", 0},
            {"histogram_log2", histogram}};
  }
  return {{"min", batches.smallest()},
          {"mean", batches.mean()},
          {"max", batches.largest()},
          {"dequeues", batches.dequeues()},
          {"histogram_log2", histogram}};
}

ordered_json json_of(const std::vector<CounterFigures>& threads) {
  ordered_json list = ordered_json::array();
  for (const CounterFigures& thread : threads) {
    list.push_back({{"datagrams", thread.datagrams},
                    {"bytes", thread.bytes},
                    {"notifications", thread.notifications}});
  }
  return list;
}

void add_counts(ordered_json& json, const Result& result) {
  json["datagrams"] = result.total.datagrams;
  json["counted"] = result.total.datagrams - result.total.empty - result.total.truncated;
  json["empty"] = result.total.empty;
  json["truncated"] = result.total.truncated;
  json["failed"] = result.total.failed;
  json["duplicated"] = result.sequences.duplicated;
  json["unsequenced"] = result.sequences.unsequenced;
  json["lost_by_sequence"] = or_null(result.sequences.lost);
  json["socket_buffer_drops"] = or_null(result.socket_buffer_drops);
  json["bytes"] = result.total.bytes;
  json["ms"] = result.milliseconds;
  json["rate_per_s"] = or_null(result.rate_per_s());
}

void add_costs(ordered_json& json, const Result& result) {
  const ProcessFigures& used = result.used;
  json["cpu_user_ns_per_datagram"] = or_null(result.per_datagram(used.user_ns));
  json["cpu_kernel_ns_per_datagram"] = or_null(result.per_datagram(used.kernel_ns));
  json["context_switches_voluntary"] = or_null(used.voluntary_switches);
  json["context_switches_involuntary"] = or_null(used.involuntary_switches);
  const auto add_entries = [&](const std::string& name, std::optional<std::uint64_t> entries) {
    json[name] = or_null(entries);
    json[name + "_per_datagram"] = or_null(result.per_datagram(entries));
  };
  add_entries("kernel_entries", used.kernel_entries);
  add_entries("kernel_entries_as_windows", used.kernel_entries_as_windows);
  add_entries("kernel_entries_possible", used.kernel_entries_possible);
}

}  // namespace

std::string ready_json(const Chapter& chapter, std::uint16_t port) {
  return ordered_json{{"event", "ready"},
                      {"chapter", chapter.name},
                      {"port", port},
                      {"pid", GetCurrentProcessId()},
                      {"system", system_name()},
                      {"backend", backend_of(chapter)}}
      .dump();
}

std::string result_json(const Result& result) {
  ordered_json json{
      {"event", "result"},         {"chapter", result.chapter},
      {"system", system_name()},   {"backend", result.backend},
      {"caveat", system_caveat()}, {"kernel_entries_mode", name_of(result.options.kernel_entries)}};
  add_counts(json, result);
  add_costs(json, result);
  json["batch"] = json_of(result.batches);
  json["notifications"] = result.total.notifications;
  json["per_thread"] = json_of(result.threads);
  json["outstanding"] = result.options.outstanding;
  json["resident_bytes"] = or_null(result.memory.resident_bytes);
  json["locked_bytes"] = or_null(result.memory.locked_bytes);
  json["stop_reason"] = name_of(result.reason);
  json["ended_by_bytes"] =
      result.odd_stop_bytes > 0 ? ordered_json(result.odd_stop_bytes) : ordered_json();
  json["options"] = json_of(result.options);
  return json.dump();
}

}  // namespace harness
