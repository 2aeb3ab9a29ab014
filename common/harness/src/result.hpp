// What came of a run, as plain figures: the one source of the line for people and of the JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/batches.hpp"
#include "harness/counter.hpp"
#include "harness/options.hpp"
#include "harness/process_figures.hpp"
#include "harness/sequence_totals.hpp"
#include "harness/stop_reason.hpp"

namespace harness {

struct Chapter;

// The code behind the calls, and what the chapter has to say about it.
[[nodiscard]] std::string backend_of(const Chapter& chapter);

struct Result {
  std::string chapter;
  std::string backend;
  Options options;
  StopReason reason = StopReason::none;
  DWORD odd_stop_bytes = 0;  // a datagram of that many bytes, no stop mark, ended the run
  CounterFigures total;
  std::vector<CounterFigures> threads;
  SequenceTotals sequences;
  Batches batches;
  double milliseconds = 0;  // from the first to the last datagram
  ProcessFigures used;      // from the first datagram to the end
  ProcessMemory memory;
  std::optional<std::uint64_t> socket_buffer_drops;

  // Nothing when there were too few datagrams, or they came too quickly for the clock.
  [[nodiscard]] std::optional<double> rate_per_s() const;
  // Nothing when there is no total, or no datagram to share it.
  [[nodiscard]] std::optional<double> per_datagram(std::optional<std::uint64_t> whole) const;
};

}  // namespace harness
