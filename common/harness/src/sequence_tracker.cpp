#include "harness/sequence_tracker.hpp"

#include <algorithm>
#include <cstring>

namespace harness {
namespace {

constexpr std::uint64_t kNumbersPerChunk = 64 * std::tuple_size_v<SequenceChunk>;

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

void SequenceTracker::mark(const char* payload) {
  // Every system that the workshop runs on is little endian, as the wire format is.
  std::uint32_t stream_id = 0;
  std::uint64_t number = 0;
  std::memcpy(&stream_id, payload, sizeof stream_id);
  std::memcpy(&number, payload + sizeof stream_id, sizeof number);
  mark(stream_id, number);
}

void SequenceTracker::mark(std::uint32_t stream_id, std::uint64_t number) {
  SequenceStream* const found = number < kMaxNumber ? stream(stream_id) : nullptr;
  if (found == nullptr) {
    ++unsequenced_;
  } else if (believes(*found, number)) {
    set(*found, number);
  }
}

SequenceStream* SequenceTracker::stream(std::uint32_t id) {
  if (last_ < streams_.size() && streams_[last_].id == id) return &streams_[last_];
  const auto found = std::ranges::find(streams_, id, &SequenceStream::id);
  last_ = static_cast<std::size_t>(found - streams_.begin());
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
  const std::uint64_t bit = number % kNumbersPerChunk;
  (*bits)[bit / 64] |= std::uint64_t{1} << (bit % 64);
  ++stream.marked;
  stream.highest = std::max(stream.highest, number);
}

SequenceChunk* SequenceTracker::chunk(SequenceStream& stream, std::uint64_t index) {
  if (index < stream.chunks.size() && stream.chunks[index]) return stream.chunks[index].get();
  if (!budget_->take()) return nullptr;
  if (index >= stream.chunks.size()) stream.chunks.resize(index + 1);
  stream.chunks[index] = std::make_unique<SequenceChunk>();
  return stream.chunks[index].get();
}

}  // namespace harness
