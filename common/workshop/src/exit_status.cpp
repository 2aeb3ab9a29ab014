#include "workshop/exit_status.hpp"

#include <fmt/format.h>

namespace workshop {

std::string describe(const ExitStatus& status) {
  if (status.signal) {
    return fmt::format("was killed (signal {})", *status.signal);
  }
  // NTSTATUS values, such as an access violation, are recognised in hexadecimal.
  if (status.code < 0) {
    return fmt::format("ended with code 0x{:08X}", static_cast<unsigned>(status.code));
  }
  return fmt::format("ended with code {}", status.code);
}

}  // namespace workshop
