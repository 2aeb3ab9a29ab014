// WaitForSingleObject and its kind.

#include <sched.h>

#include <array>
#include <thread>

#include "apc_queue.hpp"
#include "handle_table.hpp"
#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "running_scope.hpp"
#include "waitable.hpp"
#include "win32/apc.h"
#include "win32/kernel.h"
#include "win32/locks.h"

using namespace win32;

namespace {

// What Windows says for the outcome of a wait; runs the calls that ended it.
DWORD report(const std::optional<std::size_t>& outcome, ApcQueue* alert) {
  if (!outcome) return WAIT_TIMEOUT;
  if (*outcome != kAlerted) return WAIT_OBJECT_0 + static_cast<DWORD>(*outcome);
  (void)alert->run();
  return WAIT_IO_COMPLETION;
}

ApcQueue* queue_for(BOOL alertable) {
  return alertable != FALSE ? ApcQueue::current().get() : nullptr;
}

// Sleeping and being alerted: a wait for nothing but calls.
DWORD sleep_alertably(DWORD milliseconds) {
  ApcQueue* const alert = ApcQueue::current().get();
  const auto outcome = wait_for({}, false, Deadline::after_milliseconds(milliseconds), alert);
  return outcome ? report(outcome, alert) : 0;
}

}  // namespace

DWORD WaitForSingleObject(HANDLE handle, DWORD milliseconds) {
  return WaitForMultipleObjectsEx(1, &handle, FALSE, milliseconds, FALSE);
}

DWORD WaitForSingleObjectEx(HANDLE handle, DWORD milliseconds, BOOL alertable) {
  return WaitForMultipleObjectsEx(1, &handle, FALSE, milliseconds, alertable);
}

DWORD WaitForMultipleObjects(DWORD count, const HANDLE* handles, BOOL wait_all,
                             DWORD milliseconds) {
  return WaitForMultipleObjectsEx(count, handles, wait_all, milliseconds, FALSE);
}

DWORD WaitForMultipleObjectsEx(DWORD count, const HANDLE* handles, BOOL wait_all,
                               DWORD milliseconds, BOOL alertable) {
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
  ApcQueue* const alert = queue_for(alertable);
  return report(wait_for(std::span(objects.data(), count), wait_all != FALSE,
                         Deadline::after_milliseconds(milliseconds), alert),
                alert);
}

DWORD SignalObjectAndWait(HANDLE signal, HANDLE wait, DWORD milliseconds, BOOL alertable) {
  if (!SetEvent(signal) && !ReleaseMutex(signal) && !ReleaseSemaphore(signal, 1, nullptr)) {
    return WAIT_FAILED;
  }
  return WaitForSingleObjectEx(wait, milliseconds, alertable);
}

VOID Sleep(DWORD milliseconds) {
  (void)SleepEx(milliseconds, FALSE);
}

DWORD SleepEx(DWORD milliseconds, BOOL alertable) {
  const WindowsEntry entry;
  if (alertable != FALSE) return sleep_alertably(milliseconds);
  count_kernel_entry();
  if (milliseconds == 0) {
    sched_yield();
    return 0;
  }
  const NotRunningScope blocked;
  if (milliseconds == INFINITE) {
    for (;;)
      std::this_thread::sleep_for(std::chrono::hours(24));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  return 0;
}

BOOL SwitchToThread() {
  const WindowsEntry entry;
  count_kernel_entry();
  return sched_yield() == 0 ? TRUE : FALSE;
}
