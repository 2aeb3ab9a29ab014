#include "generator/precise_sleep.hpp"
#include "harness/unique_handle.hpp"
#include "rio/windows_api.hpp"

namespace generator {
namespace {

// CREATE_WAITABLE_TIMER_HIGH_RESOLUTION: Windows 10 1803 and newer; older SDKs lack the name.
constexpr DWORD kHighResolution = 0x2;
constexpr double kTicksPerSecond = 1e7;
constexpr double kWakeUpSeconds = 0.5e-3;
// Without such a timer Windows wakes a sleeper at its next clock interrupt.
constexpr double kClockInterruptSeconds = 16e-3;

HANDLE high_resolution_timer() {
  thread_local const harness::UniqueHandle timer{
      CreateWaitableTimerExW(nullptr, nullptr, kHighResolution, TIMER_ALL_ACCESS)};
  return timer.get();
}

void sleep_by_timer(HANDLE timer, double seconds) {
  LARGE_INTEGER due{};
  due.QuadPart = -static_cast<LONGLONG>(seconds * kTicksPerSecond);  // negative: from now
  if (SetWaitableTimer(timer, &due, 0, nullptr, nullptr, FALSE)) {
    static_cast<void>(WaitForSingleObject(timer, INFINITE));
  }
}

}  // namespace

void sleep_a_little_less_than(double seconds) {
  const HANDLE timer = high_resolution_timer();
  const double margin = timer == nullptr ? kClockInterruptSeconds : kWakeUpSeconds;
  if (seconds <= margin) return;
  if (timer == nullptr) {
    Sleep(static_cast<DWORD>((seconds - margin) * 1000));
  } else {
    sleep_by_timer(timer, seconds - margin);
  }
}

}  // namespace generator
