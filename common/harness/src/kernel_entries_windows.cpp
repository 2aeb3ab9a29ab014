#include "kernel_entries.hpp"

namespace harness {

std::optional<KernelEntries> kernel_entries() {
  return std::nullopt;
}

bool can_enter_as_windows() {
  return false;
}

void enter_as_windows() {}

std::optional<std::uint64_t> socket_buffer_drops(SOCKET) {
  return std::nullopt;
}

}  // namespace harness
