// Pages of registered memory: present, writable and, as far as the system allows, locked.
#pragma once

#include <cstddef>

namespace rio {

struct Registration;

// Makes the pages present. false: some are not mapped or not writable.
[[nodiscard]] bool make_present(char* data, std::size_t bytes);
// Says once per process when the system refuses.
[[nodiscard]] bool lock_in_memory(char* data, std::size_t bytes);
void unlock_memory(char* data, std::size_t bytes);
[[nodiscard]] bool page_ranges_touch(const Registration& one, const Registration& other);

}  // namespace rio
