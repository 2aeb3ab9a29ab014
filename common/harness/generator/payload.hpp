// The bytes of a group of datagrams: made once, only the sequence numbers change from send to send.
#pragma once

#include <cstdint>
#include <vector>

#include "rio/windows_api.hpp"

namespace generator {

// Fills memory with the bytes that belong to a seed.
void fill(char* begin, std::size_t bytes, std::uint32_t seed);

// Writes stream and sequence number into a datagram that has room for them.
void number_datagram(char* datagram, DWORD bytes, std::uint32_t stream, std::uint64_t number);

class Payload {
 public:
  // @param seed gives the bytes; every datagram of the group has the same ones
  Payload(DWORD datagram_bytes, std::uint32_t datagrams, std::uint32_t stream, std::uint32_t seed);

  // Numbers the first `count` datagrams, upwards from `first`.
  void number(std::uint64_t first, std::uint32_t count);

  [[nodiscard]] DWORD datagram_bytes() const { return datagram_bytes_; }
  [[nodiscard]] std::uint32_t datagrams() const { return datagrams_; }
  [[nodiscard]] char* datagram(std::uint32_t index) {
    return bytes_.data() + std::size_t{index} * datagram_bytes_;
  }

 private:
  DWORD datagram_bytes_;
  std::uint32_t datagrams_;
  std::uint32_t stream_;
  std::vector<char> bytes_;
};

}  // namespace generator
