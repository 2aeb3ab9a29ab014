// How often this process entered the kernel, where the system can tell.
#pragma once

#include <cstdint>
#include <optional>

#include "rio/windows_api.hpp"

namespace harness {

struct KernelEntries {
  std::uint64_t actual;
  std::uint64_t as_windows;
  std::uint64_t possible;
};

// Totals of the process so far. Nothing on Windows: it does not count them for us.
[[nodiscard]] std::optional<KernelEntries> kernel_entries();

// Whether calls can be made to enter the kernel as they do on Windows.
[[nodiscard]] bool can_enter_as_windows();
void enter_as_windows();

// Datagrams that the socket's full buffer made the system drop.
[[nodiscard]] std::optional<std::uint64_t> socket_buffer_drops(SOCKET socket);

}  // namespace harness
