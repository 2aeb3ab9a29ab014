#include "buffer_table.hpp"

#include <algorithm>
#include <memory>

#include "last_error.hpp"
#include "pages.hpp"
#include "registry.hpp"
#include "request_queue.hpp"

namespace rio {
namespace {

Registry<Registration>& registrations() {
  static auto* const registry = new Registry<Registration>;  // used until the process ends
  return *registry;
}

// Two registrations may share pages; only the last one out unlocks them.
bool overlaps_another(const Registration& gone) {
  const auto overlap = [&](const std::shared_ptr<Registration>& other) {
    return other->locked && page_ranges_touch(*other, gone);
  };
  return std::ranges::any_of(registrations().all(), overlap);
}

}  // namespace

RIO_BUFFERID register_buffer(char* data, DWORD bytes) {
  if (bytes == 0) return win32::failed(RIO_INVALID_BUFFERID, WSAEINVAL);
  if (!make_present(data, bytes)) return win32::failed(RIO_INVALID_BUFFERID, WSAEFAULT);
  const auto registration =
      std::make_shared<Registration>(Registration{data, bytes, lock_in_memory(data, bytes), 0});
  registration->handle = registrations().insert(registration);
  if (registration->handle == 0) return win32::failed(RIO_INVALID_BUFFERID, WSAENOBUFS);
  return reinterpret_cast<RIO_BUFFERID>(registration->handle);
}

void deregister_buffer(RIO_BUFFERID id) {
  const auto gone = registrations().remove(reinterpret_cast<std::uintptr_t>(id));
  if (!gone) return;
  for (const auto& queue : all_request_queues())
    queue->forget_registration(id);
  if (gone->locked && !overlaps_another(*gone)) unlock_memory(gone->data, gone->bytes);
}

Slice resolve(const RIO_BUF& slice) {
  const Registration* const registration =
      registrations().find(reinterpret_cast<std::uintptr_t>(slice.BufferId));
  if (registration == nullptr) return {nullptr, 0, WSAEFAULT};
  if (std::size_t{slice.Offset} + slice.Length > registration->bytes) {
    return {nullptr, 0, WSAEINVAL};
  }
  return {registration->data + slice.Offset, slice.Length, 0};
}

}  // namespace rio
