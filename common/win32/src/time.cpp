// Clocks and facts about the system.

#include <unistd.h>

#include <chrono>
#include <thread>

#include "win32/kernel.h"

namespace {

using HundredNanoseconds = std::chrono::duration<long long, std::ratio<1, 10'000'000>>;

LONGLONG steady_ticks() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<HundredNanoseconds>(now).count();
}

}  // namespace

BOOL QueryPerformanceCounter(LARGE_INTEGER* count) {
  count->QuadPart = steady_ticks();
  return TRUE;
}

BOOL QueryPerformanceFrequency(LARGE_INTEGER* frequency) {
  frequency->QuadPart = HundredNanoseconds::period::den;
  return TRUE;
}

ULONGLONG GetTickCount64() {
  return static_cast<ULONGLONG>(steady_ticks()) / 10'000;
}

DWORD GetTickCount() {
  return static_cast<DWORD>(GetTickCount64());
}

VOID GetSystemTimeAsFileTime(LPFILETIME time) {
  constexpr unsigned long long k1601To1970 = 116'444'736'000'000'000ULL;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ticks =
      static_cast<ULONGLONG>(std::chrono::duration_cast<HundredNanoseconds>(now).count()) +
      k1601To1970;
  time->dwLowDateTime = static_cast<DWORD>(ticks);
  time->dwHighDateTime = static_cast<DWORD>(ticks >> 32);
}

VOID GetSystemInfo(LPSYSTEM_INFO information) {
  constexpr WORD kAmd64 = 9;
  *information = {};
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  information->wProcessorArchitecture = kAmd64;
  information->dwPageSize = static_cast<DWORD>(sysconf(_SC_PAGESIZE));
  information->dwNumberOfProcessors = processors;
  information->dwActiveProcessorMask =
      processors >= 64 ? ~DWORD_PTR{0} : (DWORD_PTR{1} << processors) - 1;
  information->dwAllocationGranularity = 64 * 1024;
}
