/// @file
/// @brief How many results each dequeue returned.
#pragma once

#include <array>
#include <cstdint>

#include "rio/windows_api.hpp"

namespace harness {

/// Sizes of the batches of one thread, or of several added up. Written by one thread.
class Batches {
 public:
  /// Column i counts batches of 2^i … 2^(i+1) − 1 results.
  using Histogram = std::array<std::uint64_t, 32>;

  /// One batch of that many results; 0 is no batch.
  void add(ULONG results);
  /// That many batches of one result each.
  void add_single(std::uint64_t batches);
  void add(const Batches& other);

  [[nodiscard]] std::uint64_t dequeues() const { return dequeues_; }
  [[nodiscard]] std::uint64_t results() const { return results_; }
  /// What was the smallest batch? 0 when there was none.
  [[nodiscard]] ULONG smallest() const { return dequeues_ == 0 ? 0 : smallest_; }
  [[nodiscard]] ULONG largest() const { return largest_; }
  /// How many results did a dequeue return on average? 0 when there was none.
  [[nodiscard]] double mean() const;
  [[nodiscard]] const Histogram& histogram() const { return histogram_; }

 private:
  std::uint64_t dequeues_ = 0;
  std::uint64_t results_ = 0;
  ULONG smallest_ = ~ULONG{0};
  ULONG largest_ = 0;
  Histogram histogram_{};
};

}  // namespace harness
