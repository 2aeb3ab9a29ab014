// What the generator was asked to send.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "rio/windows_api.hpp"

namespace generator {

enum class SendMode : std::uint8_t {
  plain,      // one call for each datagram
  segmented,  // one call for a group, cut into datagrams by the system
  rio,        // RIOSend, deferred, one commit for a group
};

struct Options {
  std::vector<SOCKADDR_INET> destinations;
  DWORD datagram_bytes = 1024;
  std::optional<std::uint64_t> count;                 // over all threads and destinations
  std::optional<std::chrono::milliseconds> send_for;  // one of the two is set
  std::optional<std::uint64_t> rate_per_s;            // over all threads; nothing: flat out
  std::uint64_t burst = 1;
  unsigned threads = 1;
  SendMode mode = SendMode::plain;
  std::uint32_t segment_count = 32;
  unsigned stops = 5;
  std::uint32_t seed = 1;
  std::uint32_t first_stream = 0;  // threads and destinations number theirs upwards from it
  std::optional<unsigned> pin;
  bool json = false;
};

[[nodiscard]] const char* name_of(SendMode mode);

// Datagrams handed over together: as asked, but no more than fit into one call.
[[nodiscard]] std::uint32_t group_size(const Options& options);

}  // namespace generator
