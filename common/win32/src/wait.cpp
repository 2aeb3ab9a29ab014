// WaitForSingleObject and its kind.

#include <sched.h>

#include <array>
#include <thread>

#include "handle_table.hpp"
#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "running_scope.hpp"
#include "waitable.hpp"
#include "win32/kernel.h"

using namespace win32;

DWORD WaitForSingleObject(HANDLE handle, DWORD milliseconds) {
  return WaitForMultipleObjects(1, &handle, FALSE, milliseconds);
}

DWORD WaitForMultipleObjects(DWORD count, const HANDLE* handles, BOOL wait_all,
                             DWORD milliseconds) {
  const WindowsEntry entry;
  if (count == 0 || count > MAXIMUM_WAIT_OBJECTS || handles == nullptr) {
    return failed(WAIT_FAILED, ERROR_INVALID_PARAMETER);
  }
  std::array<Use<Waitable>, MAXIMUM_WAIT_OBJECTS> uses;
  std::array<Waitable*, MAXIMUM_WAIT_OBJECTS> objects{};
  for (DWORD i = 0; i < count; ++i) {
    uses[i] = Use<Waitable>(handles[i]);
    if (!uses[i]) return failed(WAIT_FAILED, ERROR_INVALID_HANDLE);
    objects[i] = uses[i].get();
    for (DWORD j = 0; wait_all && j < i; ++j) {
      if (objects[j] == objects[i]) return failed(WAIT_FAILED, ERROR_INVALID_PARAMETER);
    }
  }
  const auto index = wait_for(std::span(objects.data(), count), wait_all != FALSE,
                              Deadline::after_milliseconds(milliseconds));
  return index ? WAIT_OBJECT_0 + static_cast<DWORD>(*index) : WAIT_TIMEOUT;
}

VOID Sleep(DWORD milliseconds) {
  const WindowsEntry entry;
  count_kernel_entry();
  if (milliseconds == 0) {
    sched_yield();
    return;
  }
  const NotRunningScope blocked;
  if (milliseconds == INFINITE) {
    for (;;)
      std::this_thread::sleep_for(std::chrono::hours(24));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

BOOL SwitchToThread() {
  const WindowsEntry entry;
  count_kernel_entry();
  return sched_yield() == 0 ? TRUE : FALSE;
}
