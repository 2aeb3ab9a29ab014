// Registrations: which memory may be used by requests.
#pragma once

#include <cstddef>
#include <cstdint>

#include "win32/winsock_types.h"

#include "rio/declarations.h"

namespace rio {

struct Registration {
  char* data;
  std::size_t bytes;
  bool locked;  // pages are pinned
  std::uintptr_t handle;
};

// RIO_INVALID_BUFFERID with the last error set: WSAEINVAL (length 0), WSAEFAULT (memory that is not
// there or not writable).
[[nodiscard]] RIO_BUFFERID register_buffer(char* data, DWORD bytes);
// Unknown ids are ignored. Requests that still use the registration end without touching it.
void deregister_buffer(RIO_BUFFERID id);

struct Slice {
  char* data = nullptr;
  std::size_t bytes = 0;
  long error = 0;  // 0, WSAEFAULT: no such registration, WSAEINVAL: outside of it
};

[[nodiscard]] Slice resolve(const RIO_BUF& slice);

}  // namespace rio
