#include "file.hpp"

#include <unistd.h>

#include <cerrno>

#include "event.hpp"
#include "status.hpp"
#include "system_calls.hpp"
#include "win32/kernel.h"

namespace win32 {
namespace {

off_t offset_of(const OVERLAPPED& overlapped) {
  return static_cast<off_t>(static_cast<std::uint64_t>(overlapped.OffsetHigh) << 32 |
                            overlapped.Offset);
}

File::Outcome outcome_of(ssize_t bytes) {
  if (bytes >= 0) return {STATUS_SUCCESS, static_cast<DWORD>(bytes)};
  const int error = static_cast<int>(-bytes);
  // A file that was opened for less answers EBADF.
  return {error == EBADF ? STATUS_ACCESS_DENIED : status_of_errno(error), 0};
}

}  // namespace

File::~File() {
  if (owned_) ::close(fd_);
}

bool File::attach(const std::shared_ptr<Port>& port, ULONG_PTR key) {
  const std::lock_guard lock(mutex_);
  if (port_ || !overlapped_) return false;
  port_ = port;
  key_ = key;
  return true;
}

void File::set_notification_modes(unsigned flags) {
  const std::lock_guard lock(mutex_);
  notification_modes_ |= flags;
}

File::Outcome File::read(void* data, DWORD bytes, const OVERLAPPED* overlapped) {
  if (overlapped == nullptr) {
    return outcome_of(sys::counted([&] { return ::read(fd_, data, bytes); }));
  }
  Outcome outcome =
      outcome_of(sys::counted([&] { return ::pread(fd_, data, bytes, offset_of(*overlapped)); }));
  if (outcome.status == STATUS_SUCCESS && outcome.bytes == 0 && bytes > 0) {
    outcome.status = STATUS_END_OF_FILE;
  }
  return outcome;
}

File::Outcome File::write(const void* data, DWORD bytes, const OVERLAPPED* overlapped) {
  if (overlapped == nullptr) {
    return outcome_of(sys::counted([&] { return ::write(fd_, data, bytes); }));
  }
  return outcome_of(
      sys::counted([&] { return ::pwrite(fd_, data, bytes, offset_of(*overlapped)); }));
}

void File::report(OVERLAPPED& overlapped, const Outcome& outcome, bool packet) {
  const std::lock_guard lock(mutex_);
  const Use<Event> event(overlapped.hEvent);
  const bool quiet = (reinterpret_cast<std::uintptr_t>(overlapped.hEvent) & 1U) != 0 ||
                     (notification_modes_ & FILE_SKIP_COMPLETION_PORT_ON_SUCCESS) != 0;
  overlapped.InternalHigh = outcome.bytes;
  // Release: whoever sees the status sees the data.
  std::atomic_ref(overlapped.Internal)
      .store(static_cast<ULONG_PTR>(static_cast<DWORD>(outcome.status)), std::memory_order_release);
  if (event) {
    set_event(*event);
  } else if (!port_) {
    const std::lock_guard dispatcher(dispatcher_mutex());
    set();
  }
  if (!packet || !port_ || quiet) return;
  const Packet entry{key_, &overlapped, outcome.status, outcome.bytes};
  port_->push({&entry, 1});
}

}  // namespace win32
