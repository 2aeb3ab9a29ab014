#include "harness/process_figures.hpp"

#include "rio/windows_api.hpp"

#include <psapi.h>

namespace harness {
namespace {

// FILETIME counts tenths of microseconds.
std::uint64_t nanoseconds(const FILETIME& time) {
  return (static_cast<std::uint64_t>(time.dwHighDateTime) << 32 | time.dwLowDateTime) * 100U;
}

}  // namespace

// Windows gives CPU times in steps of its clock interrupt (15.6 ms), and context switches only
// through performance counters.
ProcessFigures process_figures() {
  FILETIME created{};
  FILETIME ended{};
  FILETIME kernel{};
  FILETIME user{};
  ProcessFigures figures;
  if (GetProcessTimes(GetCurrentProcess(), &created, &ended, &kernel, &user)) {
    figures.user_ns = nanoseconds(user);
    figures.kernel_ns = nanoseconds(kernel);
  }
  return figures;
}

ProcessMemory process_memory() {
  PROCESS_MEMORY_COUNTERS counters{};
  ProcessMemory memory;
  if (GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)) {
    memory.resident_bytes = counters.WorkingSetSize;
  }
  return memory;
}

}  // namespace harness
