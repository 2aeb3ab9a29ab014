#include "harness/sequence_totals.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace harness {
namespace {

// The same stream, as each thread saw it.
using Views = std::vector<const SequenceStream*>;

std::map<std::uint32_t, Views> by_stream(std::span<const SequenceTracker* const> trackers) {
  std::map<std::uint32_t, Views> streams;
  for (const SequenceTracker* tracker : trackers) {
    for (const SequenceStream& stream : tracker->streams()) {
      if (stream.marked > 0) streams[stream.id].push_back(&stream);
    }
  }
  return streams;
}

std::uint64_t unique_in_chunk(const Views& views, std::size_t index) {
  SequenceChunk all{};
  for (const SequenceStream* view : views) {
    if (index >= view->chunks.size() || !view->chunks[index]) continue;
    std::ranges::transform(all, *view->chunks[index], all.begin(), std::bit_or<>());
  }
  std::uint64_t unique = 0;
  for (const std::uint64_t word : all) {
    unique += static_cast<std::uint64_t>(std::popcount(word));
  }
  return unique;
}

std::uint64_t unique_in(const Views& views) {
  std::size_t chunks = 0;
  for (const SequenceStream* view : views) {
    chunks = std::max(chunks, view->chunks.size());
  }
  std::uint64_t unique = 0;
  for (std::size_t index = 0; index < chunks; ++index) {
    unique += unique_in_chunk(views, index);
  }
  return unique;
}

}  // namespace

SequenceTotals total(std::span<const SequenceTracker* const> trackers) {
  SequenceTotals totals;
  for (const SequenceTracker* tracker : trackers) {
    totals.unsequenced += tracker->unsequenced();
    totals.untracked += tracker->untracked();
  }
  std::uint64_t lost = 0;
  for (const auto& [id, views] : by_stream(trackers)) {
    std::uint64_t marked = 0;
    std::uint64_t highest = 0;
    for (const SequenceStream* view : views) {
      marked += view->marked;
      highest = std::max(highest, view->highest);
    }
    const std::uint64_t unique = unique_in(views);
    totals.unique += unique;
    totals.duplicated += marked - unique;
    lost += highest + 1 - unique;
    ++totals.streams;
  }
  if (totals.streams > 0 && totals.untracked == 0) totals.lost = lost;
  return totals;
}

}  // namespace harness
