/// @file
/// @brief One run of a server, from "listening" to the result.
///
/// The chapter serves; the run knows when to stop. A server may be asleep in a call when its time
/// is over or Ctrl-C comes, and no call here can be cancelled the same way in all chapters. So a
/// guard thread wakes it the one way that works everywhere: it sends the server a stop datagram.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "harness/counter.hpp"
#include "harness/options.hpp"
#include "harness/process_figures.hpp"
#include "harness/stop_reason.hpp"
#include "harness/unique_handle.hpp"
#include "rio/windows_api.hpp"

namespace harness {

class Guard;
struct Chapter;
struct Result;

/// A run. Any thread may call it, except where a function says otherwise.
class Run {
 public:
  /// For chapter_main() and tests. There is one run at a time.
  Run(const Options& options, const Chapter& chapter);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  [[nodiscard]] const Options& options() const { return options_; }

  /// The counter of one serving thread, which alone may use it.
  /// @param thread 0 … options().threads − 1
  [[nodiscard]] Counter& counter(unsigned thread = 0) { return *counters_.at(thread); }

  /// @brief The server can receive: says so on standard output, and arms Ctrl-C, --for and --idle.
  ///
  /// Call it once, from the thread that serves or starts the serving threads.
  /// @param bound_socket must stay open until serve() returns or running() is false
  void ready(SOCKET bound_socket);

  /// Does the run go on? Costs one load.
  [[nodiscard]] bool running() const {
    // relaxed: a server that sees it a few datagrams later is as good; data travels by stop_event
    return running_.load(std::memory_order_relaxed);
  }

  /// Ends the run; the first reason counts. Wakes whoever waits for stop_event().
  void stop(StopReason reason);

  /// Manual-reset event, set when running() has become false.
  [[nodiscard]] HANDLE stop_event() const { return stop_event_.get(); }

  /// Why did the run end? StopReason::none while it goes on.
  [[nodiscard]] StopReason reason() const { return reason_.load(); }

  /// How many datagrams have all threads counted so far?
  [[nodiscard]] std::uint64_t datagrams() const;

  /// For chapter_main() and tests: serve() has returned, and so have its threads. Ends the guard.
  void serve_returned();
  /// For chapter_main() and tests: what came of the run, after serve_returned().
  [[nodiscard]] Result result() const;

  /// Iterations of work per datagram; may change during the run. None after its end.
  [[nodiscard]] std::uint32_t work_iterations() const {
    return work_iterations_.load(std::memory_order_relaxed);  // relaxed: only the number matters
  }
  void set_work_iterations(std::uint32_t iterations) {
    work_iterations_.store(iterations, std::memory_order_relaxed);  // relaxed: as above
  }

 private:
  friend class Counter;

  void first_datagram();
  void stop_at_datagram(DWORD bytes, bool is_mark);

  const Options options_;
  const Chapter& chapter_;
  const UniqueHandle stop_event_;

  alignas(64) std::atomic<bool> running_{true};
  std::atomic<std::uint32_t> work_iterations_;
  alignas(64) std::atomic<StopReason> reason_{StopReason::none};
  std::atomic<bool> started_{false};
  std::atomic<DWORD> odd_stop_bytes_{0};  // length of a short datagram that was no stop mark

  ProcessFigures at_start_;  // written by the thread that counts the first datagram
  ProcessFigures at_end_;    // written by the thread whose stop() came first, before running_
  SOCKET socket_ = INVALID_SOCKET;
  std::optional<std::uint64_t> drops_;  // as at_end_

  SequenceBudget sequence_budget_;
  std::vector<std::unique_ptr<Counter>> counters_;
  std::unique_ptr<Guard> guard_;
};

}  // namespace harness
