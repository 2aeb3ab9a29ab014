#include "harness/batches.hpp"

#include <algorithm>
#include <bit>

namespace harness {

void Batches::add(ULONG results) {
  if (results == 0) return;
  ++dequeues_;
  results_ += results;
  smallest_ = std::min(smallest_, results);
  largest_ = std::max(largest_, results);
  ++histogram_[static_cast<std::size_t>(std::bit_width(results)) - 1];
}

void Batches::add_single(std::uint64_t batches) {
  if (batches == 0) return;
  dequeues_ += batches;
  results_ += batches;
  smallest_ = 1;
  largest_ = std::max(largest_, ULONG{1});
  histogram_[0] += batches;
}

void Batches::add(const Batches& other) {
  dequeues_ += other.dequeues_;
  results_ += other.results_;
  smallest_ = std::min(smallest_, other.smallest_);
  largest_ = std::max(largest_, other.largest_);
  for (std::size_t column = 0; column < histogram_.size(); ++column) {
    histogram_[column] += other.histogram_[column];
  }
}

double Batches::mean() const {
  return dequeues_ == 0 ? 0 : static_cast<double>(results_) / static_cast<double>(dequeues_);
}

}  // namespace harness
