/// @file
/// @brief When did the first and the last datagram come, without reading the clock for each?
#pragma once

#include <cstdint>

namespace harness {

/// Now, in ticks of QueryPerformanceCounter.
[[nodiscard]] std::int64_t ticks_now();
/// How long is a number of ticks? Never negative.
[[nodiscard]] double milliseconds_of(std::int64_t ticks);
[[nodiscard]] std::int64_t ticks_of_milliseconds(double milliseconds);

/// Reads the clock at the first datagram, and then so often that readings are about 100 µs apart:
/// after every datagram when few come, after every 64th in a flood. So a reading costs next to
/// nothing, and the last one is at most 63 datagrams of a flood before the last datagram, some tens
/// of microseconds; idle time after the last datagram is never in it. One thread only.
class ActivityClock {
 public:
  static constexpr std::uint32_t kMaxInterval = 64;

  /// A datagram was counted. @return true for the first one.
  bool datagram() {
    if (--left_ != 0) return false;
    return read(ticks_now());
  }
  /// The same with a time of the caller's, for tests.
  bool datagram_at(std::int64_t ticks) {
    if (--left_ != 0) return false;
    return read(ticks);
  }

  [[nodiscard]] bool started() const { return started_; }
  [[nodiscard]] std::int64_t first() const { return first_; }
  [[nodiscard]] std::int64_t last() const { return last_; }

 private:
  bool read(std::int64_t ticks);

  std::uint32_t left_ = 1;      // datagrams until the clock is read
  std::uint32_t interval_ = 1;  // datagrams between two readings
  bool started_ = false;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
};

}  // namespace harness
