#pragma once

#include <string>
#include <vector>

namespace workshop {

/// Where a measurement was made.
struct Machine {
  std::string system;                ///< "Linux 6.1.0, Debian GNU/Linux 12 (bookworm)", "Wine 8.0"
  std::string cpu;                   ///< the processor's name
  std::string kernel;                ///< the kernel's version
  std::vector<unsigned> cores;       ///< the cores that we may use
  std::string honesty;               ///< the sentence that belongs under every figure from here
  bool has_as_windows_mode = false;  ///< can kernel entries be made as on Windows?
};

[[nodiscard]] Machine this_machine();

}  // namespace workshop
