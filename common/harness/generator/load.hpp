// Sending it all: the threads, their streams, and what came of it.
#pragma once

#include <atomic>
#include <cstdint>

#include "generator/options.hpp"

namespace generator {

struct Sent {
  std::uint64_t datagrams = 0;  // taken by the system
  std::uint64_t failed = 0;     // not taken
  std::uint64_t looks = 0;      // how often a thread looked for refusals
  std::uint64_t refusals = 0;   // how many of the looks found one
  double behind_s = 0;          // time by which a schedule was given up
  double first_s = 0;           // when sending began and ended, since the start
  double last_s = 0;
  SendMode mode = SendMode::plain;

  [[nodiscard]] double milliseconds() const { return (last_s - first_s) * 1000; }
  [[nodiscard]] bool everything_was_refused() const { return looks > 0 && refusals == looks; }
};

// Sends until count or time is reached, or `interrupted` is set.
// @throws what a thread threw
[[nodiscard]] Sent send_load(const Options& options, const std::atomic<bool>& interrupted);

// The part of a total that falls to one of several, the first ones taking the remainder.
[[nodiscard]] std::uint64_t share_of(std::uint64_t total, unsigned one, unsigned all);

}  // namespace generator
