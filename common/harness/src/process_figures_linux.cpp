#include "harness/process_figures.hpp"

#include <fstream>
#include <string>

#include <sys/resource.h>
#include <sys/time.h>

#include "kernel_entries.hpp"

namespace harness {
namespace {

std::uint64_t nanoseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U +
         static_cast<std::uint64_t>(time.tv_usec) * 1'000U;
}

// A line of /proc/self/status such as "VmRSS:    1234 kB", in bytes.
std::optional<std::uint64_t> status_bytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    std::uint64_t kibibytes = 0;
    if (word == field && status >> kibibytes) return kibibytes * 1024;
  }
  return std::nullopt;
}

}  // namespace

ProcessFigures process_figures() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  ProcessFigures figures;
  figures.user_ns = nanoseconds(usage.ru_utime);
  figures.kernel_ns = nanoseconds(usage.ru_stime);
  figures.voluntary_switches = static_cast<std::uint64_t>(usage.ru_nvcsw);
  figures.involuntary_switches = static_cast<std::uint64_t>(usage.ru_nivcsw);
  if (const auto entries = kernel_entries()) {
    figures.kernel_entries = entries->actual;
    figures.kernel_entries_as_windows = entries->as_windows;
    figures.kernel_entries_possible = entries->possible;
  }
  return figures;
}

ProcessMemory process_memory() {
  return {status_bytes("VmRSS:"), status_bytes("VmLck:")};
}

}  // namespace harness
