#include "ticks.hpp"

#include <chrono>

namespace win32 {
namespace {

double measure_ticks_per_microsecond() {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const Ticks first = now_ticks();
  auto end = start;
  while (end - start < std::chrono::microseconds(200))
    end = Clock::now();
  const Ticks last = now_ticks();
  const std::chrono::duration<double, std::micro> elapsed = end - start;
  return static_cast<double>(last - first) / elapsed.count();
}

}  // namespace

Ticks ticks_of_microseconds(std::uint64_t microseconds) {
  static const double per_microsecond = measure_ticks_per_microsecond();
  return static_cast<Ticks>(per_microsecond * static_cast<double>(microseconds));
}

}  // namespace win32
