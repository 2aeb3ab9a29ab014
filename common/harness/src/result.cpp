#include "result.hpp"

#include <algorithm>

#include "harness/chapter.hpp"
#include "harness/run.hpp"
#include "harness/system.hpp"

namespace harness {
namespace {

std::uint64_t difference(std::uint64_t end, std::uint64_t start) {
  return end > start ? end - start : 0;
}

std::optional<std::uint64_t> difference(std::optional<std::uint64_t> end,
                                        std::optional<std::uint64_t> start) {
  if (!end || !start) return std::nullopt;
  return difference(*end, *start);
}

ProcessFigures difference(const ProcessFigures& end, const ProcessFigures& start) {
  return {difference(end.user_ns, start.user_ns),
          difference(end.kernel_ns, start.kernel_ns),
          difference(end.voluntary_switches, start.voluntary_switches),
          difference(end.involuntary_switches, start.involuntary_switches),
          difference(end.kernel_entries, start.kernel_entries),
          difference(end.kernel_entries_as_windows, start.kernel_entries_as_windows),
          difference(end.kernel_entries_possible, start.kernel_entries_possible)};
}

void add(CounterFigures& sum, const CounterFigures& one) {
  sum.datagrams += one.datagrams;
  sum.bytes += one.bytes;
  sum.empty += one.empty;
  sum.truncated += one.truncated;
  sum.failed += one.failed;
  sum.notifications += one.notifications;
}

// From the first datagram of the thread that was first to the last of the one that was last.
double active_milliseconds(const std::vector<const ActivityClock*>& clocks) {
  if (clocks.empty()) return 0;
  const auto first = std::ranges::min(clocks, {}, &ActivityClock::first)->first();
  const auto last = std::ranges::max(clocks, {}, &ActivityClock::last)->last();
  return milliseconds_of(last - first);
}

}  // namespace

std::string backend_of(const Chapter& chapter) {
  const std::string note = chapter.backend_note;
  return note.empty() ? backend_name() : backend_name() + ", " + note;
}

std::optional<double> Result::rate_per_s() const {
  if (total.datagrams < 2 || milliseconds <= 0) return std::nullopt;
  return static_cast<double>(total.datagrams) / milliseconds * 1000.0;
}

std::optional<double> Result::per_datagram(std::optional<std::uint64_t> whole) const {
  if (!whole || total.datagrams == 0) return std::nullopt;
  return static_cast<double>(*whole) / static_cast<double>(total.datagrams);
}

Result Run::result() const {
  Result result;
  result.chapter = chapter_.name;
  result.backend = backend_of(chapter_);
  result.options = options_;
  result.reason = reason();
  result.odd_stop_bytes = odd_stop_bytes_.load();
  std::vector<const SequenceTracker*> trackers;
  std::vector<const ActivityClock*> clocks;
  for (const auto& counter : counters_) {
    result.threads.push_back(counter->figures());
    add(result.total, result.threads.back());
    result.batches.add(counter->batches());
    trackers.push_back(&counter->sequences());
    if (counter->clock().started()) clocks.push_back(&counter->clock());
  }
  result.sequences = harness::total(trackers);
  result.milliseconds = active_milliseconds(clocks);
  result.memory = process_memory();
  // acquire: stop() wrote these before it cleared running_
  if (running_.load(std::memory_order_acquire)) return result;
  result.socket_buffer_drops = drops_;
  if (started_.load()) result.used = difference(at_end_, at_start_);
  return result;
}

}  // namespace harness
