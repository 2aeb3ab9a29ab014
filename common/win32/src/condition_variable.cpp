// Condition variables and one-time initialisation.
//
// A condition variable is a counter of wake-ups: whoever sleeps reads it, lets the lock go, and
// sleeps while it has not changed. One wake-up may thus let a second sleeper look for nothing,
// which Windows permits too.

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <mutex>

#include "deadline.hpp"
#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "running_scope.hpp"
#include "win32/locks.h"

using namespace win32;

namespace {

using Word = std::atomic_ref<ULONG>;

Word word_of(PCONDITION_VARIABLE condition) {
  return Word(condition->Wakes);
}

void futex(PCONDITION_VARIABLE condition, int operation, ULONG value, const timespec* limit) {
  count_kernel_entry();
  syscall(SYS_futex, &condition->Wakes, operation, value, limit, nullptr, 0);
}

// Was it woken before the time was over?
bool sleep_on(PCONDITION_VARIABLE condition, ULONG seen, const Deadline& deadline) {
  const NotRunningScope blocked;
  while (word_of(condition).load() == seen) {
    if (deadline.passed()) return false;
    const int left = deadline.left_milliseconds();
    const timespec limit{left / 1000, (left % 1000) * 1'000'000L};
    futex(condition, FUTEX_WAIT_PRIVATE, seen, left < 0 ? nullptr : &limit);
  }
  return true;
}

void wake(PCONDITION_VARIABLE condition, ULONG how_many) {
  word_of(condition).fetch_add(1);
  futex(condition, FUTEX_WAKE_PRIVATE, how_many, nullptr);
}

std::mutex& once_mutex() {
  static auto* const mutex = new std::mutex;  // needed while static objects are made
  return *mutex;
}

}  // namespace

VOID InitializeConditionVariable(PCONDITION_VARIABLE condition) {
  *condition = {};
}

BOOL SleepConditionVariableCS(PCONDITION_VARIABLE condition, LPCRITICAL_SECTION section,
                              DWORD milliseconds) {
  const ULONG seen = word_of(condition).load();
  LeaveCriticalSection(section);
  const bool woken = sleep_on(condition, seen, Deadline::after_milliseconds(milliseconds));
  EnterCriticalSection(section);
  return woken ? TRUE : failed(FALSE, ERROR_TIMEOUT);
}

BOOL SleepConditionVariableSRW(PCONDITION_VARIABLE condition, PSRWLOCK lock, DWORD milliseconds,
                               ULONG flags) {
  const bool shared = (flags & CONDITION_VARIABLE_LOCKMODE_SHARED) != 0;
  const ULONG seen = word_of(condition).load();
  shared ? ReleaseSRWLockShared(lock) : ReleaseSRWLockExclusive(lock);
  const bool woken = sleep_on(condition, seen, Deadline::after_milliseconds(milliseconds));
  shared ? AcquireSRWLockShared(lock) : AcquireSRWLockExclusive(lock);
  return woken ? TRUE : failed(FALSE, ERROR_TIMEOUT);
}

VOID WakeConditionVariable(PCONDITION_VARIABLE condition) {
  wake(condition, 1);
}

VOID WakeAllConditionVariable(PCONDITION_VARIABLE condition) {
  wake(condition, 0x7fffffff);
}

BOOL InitOnceExecuteOnce(PINIT_ONCE once, PINIT_ONCE_FN function, PVOID parameter, PVOID* context) {
  const std::lock_guard lock(once_mutex());
  if (once->Ptr != nullptr) return TRUE;
  if (function(once, parameter, context) == FALSE) return FALSE;
  once->Ptr = once;
  return TRUE;
}
