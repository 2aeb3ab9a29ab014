#include <chrono>
#include <thread>

#include "generator/precise_sleep.hpp"

namespace generator {
namespace {

// A sleeper is woken some tens of microseconds late.
constexpr double kWakeUpSeconds = 100e-6;

}  // namespace

void sleep_a_little_less_than(double seconds) {
  if (seconds <= kWakeUpSeconds) return;
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds - kWakeUpSeconds));
}

}  // namespace generator
