/// @file
/// @brief Which sequence numbers arrived: the basis of "lost" and "duplicated".
///
/// Every sending thread numbers its datagrams from 0 in a stream of its own. A serving thread marks
/// the numbers that it gets in a bitmap, without a lock; at the end the bitmaps of all threads are
/// laid over each other (sequence_totals.hpp).
///
/// Senders may lie. So streams are bounded in number, numbers in size, and memory by a budget that
/// all threads of a run share; what does not fit is counted and not tracked.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace harness {

/// 65,536 sequence numbers, one bit each: what memory is handed out in.
using SequenceChunk = std::array<std::uint64_t, 1024>;

/// Memory for the bitmaps of a whole run, as a number of chunks. Thread-safe.
class SequenceBudget {
 public:
  /// 128 MiB: about a thousand million datagrams.
  static constexpr std::uint32_t kDefaultChunks = 16'384;
  explicit SequenceBudget(std::uint32_t chunks = kDefaultChunks) : left_(chunks) {}
  /// May one more chunk be made?
  [[nodiscard]] bool take();

 private:
  std::atomic<std::uint32_t> left_;
};

/// The numbers of one stream that one thread got.
struct SequenceStream {
  std::uint32_t id = 0;
  std::uint64_t highest = 0;    ///< highest number marked
  std::uint64_t marked = 0;     ///< datagrams marked, repeated ones included
  std::uint64_t candidate = 0;  ///< a number too far ahead to believe; the next one may confirm it
  bool has_candidate = false;
  std::vector<std::unique_ptr<SequenceChunk>> chunks;  ///< by number / 65,536; null: none arrived
};

/// One thread's streams. Not thread-safe; looked at by others after the thread has ended.
class SequenceTracker {
 public:
  static constexpr std::size_t kHeaderBytes = 12;
  static constexpr std::size_t kMaxStreams = 64;
  static constexpr std::uint64_t kMaxNumber = std::uint64_t{1} << 32;
  /// A number further ahead than this is believed only when a second one is near it.
  static constexpr std::uint64_t kMaxJump = std::uint64_t{1} << 24;

  explicit SequenceTracker(SequenceBudget& budget) : budget_(&budget) {
    streams_.reserve(kMaxStreams);  // they stay where they are: current_ points to one
  }
  SequenceTracker(const SequenceTracker&) = delete;
  SequenceTracker& operator=(const SequenceTracker&) = delete;

  /// Marks one datagram.
  /// @param payload at least kHeaderBytes: stream id (4 bytes), number (8 bytes), little endian
  void mark(const char* payload) {
    // Every system that the workshop runs on is little endian, as the wire format is.
    std::uint32_t stream_id = 0;
    std::uint64_t number = 0;
    std::memcpy(&stream_id, payload, sizeof stream_id);
    std::memcpy(&number, payload + sizeof stream_id, sizeof number);
    mark(stream_id, number);
  }
  void mark(std::uint32_t stream_id, std::uint64_t number) {
    // Nearly always the neighbour of the number before: same stream, same piece of the bitmap.
    if (number / kNumbersPerChunk == current_index_ && stream_id == current_id_) [[likely]] {
      set_bit(*current_, *current_chunk_, number);
    } else {
      mark_elsewhere(stream_id, number);
    }
  }
  /// A datagram too small for a number.
  void mark_unsequenced() { ++unsequenced_; }

  [[nodiscard]] const std::vector<SequenceStream>& streams() const { return streams_; }
  /// How many datagrams had no number, or one that nobody can have sent?
  [[nodiscard]] std::uint64_t unsequenced() const { return unsequenced_; }
  /// How many had a believable number for which there was no room?
  [[nodiscard]] std::uint64_t untracked() const { return untracked_; }

 private:
  static constexpr std::uint64_t kNumbersPerChunk = 64 * std::tuple_size_v<SequenceChunk>;
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  static void set_bit(SequenceStream& stream, SequenceChunk& chunk, std::uint64_t number) {
    const std::uint64_t bit = number % kNumbersPerChunk;
    chunk[bit / 64] |= std::uint64_t{1} << (bit % 64);
    ++stream.marked;
    stream.highest = std::max(stream.highest, number);
  }

  void mark_elsewhere(std::uint32_t stream_id, std::uint64_t number);
  SequenceStream* stream(std::uint32_t id);
  [[nodiscard]] bool believes(SequenceStream& stream, std::uint64_t number);
  void set(SequenceStream& stream, std::uint64_t number);
  SequenceChunk* chunk(SequenceStream& stream, std::uint64_t index);

  // Where the last number went.
  std::uint64_t current_index_ = kNowhere;
  std::uint32_t current_id_ = 0;
  SequenceStream* current_ = nullptr;
  SequenceChunk* current_chunk_ = nullptr;

  SequenceBudget* budget_;
  std::vector<SequenceStream> streams_;
  std::uint64_t unsequenced_ = 0;
  std::uint64_t untracked_ = 0;
};

}  // namespace harness
