#include "harness/sequence_tracker.hpp"

#include <algorithm>

namespace harness {
namespace {

std::uint64_t distance(std::uint64_t one, std::uint64_t other) {
  return one > other ? one - other : other - one;
}

}  // namespace

bool SequenceBudget::take() {
  // relaxed: only the number of takers matters
  std::uint32_t left = left_.load(std::memory_order_relaxed);
  while (left > 0) {
    // relaxed: as above
    if (left_.compare_exchange_weak(left, left - 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

void SequenceTracker::mark_elsewhere(std::uint32_t stream_id, std::uint64_t number) {
  SequenceStream* const found = number < kMaxNumber ? stream(stream_id) : nullptr;
  if (found == nullptr) {
    ++unsequenced_;
  } else if (believes(*found, number)) {
    set(*found, number);
  }
}

SequenceStream* SequenceTracker::stream(std::uint32_t id) {
  const auto found = std::ranges::find(streams_, id, &SequenceStream::id);
  if (found != streams_.end()) return &*found;
  if (streams_.size() == kMaxStreams) return nullptr;
  streams_.emplace_back().id = id;
  return &streams_.back();
}

// One forged number must not make millions of datagrams "lost". Two that agree are not forged: the
// thread slept while others served the stream.
bool SequenceTracker::believes(SequenceStream& stream, std::uint64_t number) {
  if (number <= stream.highest + kMaxJump) return true;
  if (stream.has_candidate && distance(stream.candidate, number) <= kMaxJump) {
    stream.has_candidate = false;
    --unsequenced_;
    set(stream, stream.candidate);
    return true;
  }
  stream.has_candidate = true;
  stream.candidate = number;
  ++unsequenced_;
  return false;
}

void SequenceTracker::set(SequenceStream& stream, std::uint64_t number) {
  SequenceChunk* const bits = chunk(stream, number / kNumbersPerChunk);
  if (bits == nullptr) {
    ++untracked_;
    return;
  }
  current_index_ = number / kNumbersPerChunk;
  current_id_ = stream.id;
  current_ = &stream;
  current_chunk_ = bits;
  set_bit(stream, *bits, number);
}

SequenceChunk* SequenceTracker::chunk(SequenceStream& stream, std::uint64_t index) {
  if (index < stream.chunks.size() && stream.chunks[index]) return stream.chunks[index].get();
  if (!budget_->take()) return nullptr;
  if (index >= stream.chunks.size()) stream.chunks.resize(index + 1);
  stream.chunks[index] = std::make_unique<SequenceChunk>();
  return stream.chunks[index].get();
}

}  // namespace harness
