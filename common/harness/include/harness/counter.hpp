/// @file
/// @brief What a serving thread reports to: one datagram, one batch, one wake-up at a time.
///
/// One counter belongs to one thread, so nothing here is locked and no cache line is shared. The
/// clock is not read for every datagram: see ActivityClock.
#pragma once

#include <atomic>
#include <cstdint>

#include "harness/activity_clock.hpp"
#include "harness/batches.hpp"
#include "harness/sequence_tracker.hpp"
#include "rio/windows_api.hpp"

namespace harness {

class Run;

/// What one thread counted. Other threads may read it during the run, each figure for itself.
struct CounterFigures {
  std::uint64_t datagrams = 0;  ///< all: agreed size, empty and truncated
  std::uint64_t bytes = 0;
  std::uint64_t empty = 0;
  std::uint64_t truncated = 0;
  std::uint64_t failed = 0;  ///< receives that ended without a datagram
  std::uint64_t notifications = 0;
};

/// The count of one serving thread. Only that thread calls it.
class alignas(64) Counter {
 public:
  Counter(Run& run, SequenceBudget& budget);
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  /// @brief Counts one result, whatever it is, and does the work for it.
  ///
  /// - the agreed size: a datagram
  /// - 0 bytes: a datagram, also shown as empty
  /// - cut short (status 10040 or 234): a datagram, also shown as truncated
  /// - shorter: the stop mark, or somebody with another idea of the size; ends the run
  /// - any other status: a failed receive; no datagram
  ///
  /// Goes on counting after the run has ended: the rest of a batch was received all the same.
  ///
  /// @param payload the datagram, for its sequence number and the stop mark
  /// @param bytes   its length
  /// @param status  0, or the error of the receive: Winsock's, Windows' or RIORESULT::Status
  /// @return whether the run goes on.
  bool count(const char* payload, DWORD bytes, DWORD status = 0);
  /// The same without looking at the payload: no sequence number.
  bool count(DWORD bytes, DWORD status = 0) { return count(nullptr, bytes, status); }

  /// One dequeue returned that many results; 0 is not counted. A thread that never says so is
  /// taken to have batches of one.
  void dequeued(ULONG results);
  /// The thread slept and was woken by an event or a packet.
  void notified();

  /// The counts so far. May be called from any thread.
  [[nodiscard]] CounterFigures figures() const;
  /// The rest is for the time after the thread has ended.
  [[nodiscard]] Batches batches() const;
  [[nodiscard]] const SequenceTracker& sequences() const { return sequences_; }
  [[nodiscard]] const ActivityClock& clock() const { return clock_; }

 private:
  // Written by one thread, so a plain add; atomic, so that another thread may look.
  class Count {
   public:
    void add(std::uint64_t amount) {
      // relaxed: nothing else is published with it, and nobody else writes it
      value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t get() const {
      return value_.load(std::memory_order_relaxed);  // relaxed: a figure, not a signal
    }

   private:
    std::atomic<std::uint64_t> value_{0};
  };

  void count_datagram(const char* payload, DWORD bytes);
  void count_unusual(const char* payload, DWORD bytes, DWORD status);
  void end_run(const char* payload, DWORD bytes);

  Run& run_;
  const DWORD agreed_bytes_;
  Count datagrams_;
  Count bytes_;
  ActivityClock clock_;
  std::uint64_t work_value_ = 1;
  SequenceTracker sequences_;
  Count empty_;
  Count truncated_;
  Count failed_;
  Count notifications_;
  Batches batches_;
};

}  // namespace harness
