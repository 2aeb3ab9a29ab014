#include "harness/activity_clock.hpp"

#include <algorithm>

#include "rio/windows_api.hpp"

namespace harness {
namespace {

std::int64_t ticks_per_second() {
  static const std::int64_t frequency = [] {
    LARGE_INTEGER value{};
    QueryPerformanceFrequency(&value);
    return std::max<std::int64_t>(value.QuadPart, 1);
  }();
  return frequency;
}

// Readings closer together than this are made rarer, further apart ones more frequent.
std::int64_t wanted_distance() {
  static const std::int64_t ticks = std::max<std::int64_t>(ticks_per_second() / 10'000, 1);
  return ticks;
}

}  // namespace

std::int64_t ticks_now() {
  LARGE_INTEGER now{};
  QueryPerformanceCounter(&now);
  return now.QuadPart;
}

double milliseconds_of(std::int64_t ticks) {
  return 1000.0 * static_cast<double>(std::max<std::int64_t>(ticks, 0)) /
         static_cast<double>(ticks_per_second());
}

std::int64_t ticks_of_milliseconds(double milliseconds) {
  return static_cast<std::int64_t>(milliseconds / 1000.0 * static_cast<double>(ticks_per_second()));
}

bool ActivityClock::read(std::int64_t ticks) {
  const bool is_first = !started_;
  if (is_first) {
    started_ = true;
    first_ = ticks;
  } else if (ticks - last_ < wanted_distance()) {
    interval_ = std::min(interval_ * 2, kMaxInterval);
  } else {
    // All the way down: after a pause it is not known how fast datagrams will come.
    interval_ = ticks - last_ > 4 * wanted_distance() ? 1 : std::max(interval_ / 2, 1U);
  }
  last_ = std::max(last_, ticks);
  left_ = interval_;
  return is_first;
}

}  // namespace harness
