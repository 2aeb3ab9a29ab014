/// @file
/// @brief The sequence numbers of all threads, laid over each other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "harness/sequence_tracker.hpp"

namespace harness {

struct SequenceTotals {
  std::uint64_t unique = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t unsequenced = 0;
  std::uint64_t untracked = 0;
  std::uint64_t streams = 0;
  /// Per stream: highest number + 1 − unique, added up. Datagrams lost at the very end of a stream
  /// do not show; only the sender's count shows them. Nothing: no numbers, or no room for all.
  std::optional<std::uint64_t> lost;
};

/// Adds up what the threads marked. The threads must have ended.
[[nodiscard]] SequenceTotals total(std::span<const SequenceTracker* const> trackers);

}  // namespace harness
