// A clock for the I/O path: the time stamp counter, about 10 ns a reading.
#pragma once

#include <cstdint>

namespace win32 {

using Ticks = std::uint64_t;

[[nodiscard]] inline Ticks now_ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  Ticks value;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
#else
#error "no time stamp counter known for this processor"
#endif
}

// Ticks in so many microseconds. The first call measures the counter for 200 µs.
[[nodiscard]] Ticks ticks_of_microseconds(std::uint64_t microseconds);

}  // namespace win32
