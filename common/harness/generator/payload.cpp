#include "generator/payload.hpp"

#include <algorithm>
#include <cstring>

#include "harness/sequence_tracker.hpp"

namespace generator {
namespace {

// Marsaglia's xorshift: never 0, so a seed of 0 is moved to another number.
std::uint32_t next(std::uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

}  // namespace

void fill(char* begin, std::size_t bytes, std::uint32_t seed) {
  std::uint32_t state = seed == 0 ? 0x9E3779B9U : seed;
  std::generate_n(begin, bytes, [&state] { return static_cast<char>(next(state) & 0xFFU); });
}

void number_datagram(char* datagram, DWORD bytes, std::uint32_t stream, std::uint64_t number) {
  if (bytes < harness::SequenceTracker::kHeaderBytes) return;
  std::memcpy(datagram, &stream, sizeof stream);
  std::memcpy(datagram + sizeof stream, &number, sizeof number);
}

Payload::Payload(DWORD datagram_bytes, std::uint32_t datagrams, std::uint32_t stream,
                 std::uint32_t seed)
    : datagram_bytes_(datagram_bytes),
      datagrams_(datagrams),
      stream_(stream),
      bytes_(std::size_t{datagram_bytes} * datagrams) {
  for (std::uint32_t index = 0; index < datagrams; ++index) {
    fill(datagram(index), datagram_bytes, seed);
  }
}

void Payload::number(std::uint64_t first, std::uint32_t count) {
  for (std::uint32_t index = 0; index < count; ++index) {
    number_datagram(datagram(index), datagram_bytes_, stream_, first + index);
  }
}

}  // namespace generator
