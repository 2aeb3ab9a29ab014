#include "kernel_entries.hpp"

#include <workshop/kernel_entries.h>

namespace harness {

std::optional<KernelEntries> kernel_entries() {
  WORKSHOP_KERNEL_ENTRIES total{};
  WorkshopKernelEntries(&total);
  return KernelEntries{total.actual, total.as_windows, total.possible};
}

bool can_enter_as_windows() {
  return true;
}

void enter_as_windows() {
  WorkshopKernelEntriesAsWindows(1);
}

std::optional<std::uint64_t> socket_buffer_drops(SOCKET socket) {
  return WorkshopSocketDrops(socket);
}

}  // namespace harness
