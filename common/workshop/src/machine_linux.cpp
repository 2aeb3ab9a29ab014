#include "workshop/machine.hpp"

#include <fmt/format.h>

#include <fstream>

#include <sched.h>
#include <sys/utsname.h>

namespace workshop {
namespace {

std::string without_quotes(std::string text) {
  std::erase(text, '"');
  return text;
}

/// What follows a key in a file of "key: value" or "key=value" lines.
std::string value_in(const char* file, const std::string& key, char separator) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const auto end = line.find(separator);
    if (!line.starts_with(key) || end == std::string::npos) {
      continue;
    }
    const auto begin = line.find_first_not_of(" \t", end + 1);
    return begin == std::string::npos ? "" : without_quotes(line.substr(begin));
  }
  return "";
}

std::string or_unknown(const std::string& text) {
  return text.empty() ? "unknown" : text;
}

std::vector<unsigned> allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<unsigned> cores;
  if (::sched_getaffinity(0, sizeof(set), &set) == 0) {
    for (unsigned core = 0; core < CPU_SETSIZE; ++core) {
      if (CPU_ISSET(core, &set)) {
        cores.push_back(core);
      }
    }
  }
  return cores;
}

}  // namespace

Machine this_machine() {
  utsname names{};
  (void)::uname(&names);
  Machine machine;
  machine.kernel = static_cast<const char*>(names.release);
  machine.cpu = or_unknown(value_in("/proc/cpuinfo", "model name", ':'));
  machine.system = fmt::format("Linux {}, {}", machine.kernel,
                               or_unknown(value_in("/etc/os-release", "PRETTY_NAME", '=')));
  machine.cores = allowed_cores();
  machine.honesty = fmt::format(
      "Measured on Linux {} with the workshop's API layer, on {}. These are not Windows numbers: "
      "on Windows other code does the work.",
      machine.kernel, machine.cpu);
  machine.has_as_windows_mode = true;
  return machine;
}

}  // namespace workshop
