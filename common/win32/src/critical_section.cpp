// Critical sections and slim reader/writer locks.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "win32/kernel.h"

namespace {

std::recursive_mutex& mutex_of(LPCRITICAL_SECTION section) {
  return *static_cast<std::recursive_mutex*>(section->implementation);
}

// An SRW lock needs no set-up and no clean-up, and is as large as a pointer. Bit 0: held
// exclusively; the rest counts readers. Waiting goes through the kernel's futex, by std::atomic.
constexpr std::uintptr_t kWriter = 1;
constexpr std::uintptr_t kReader = 2;

std::atomic_ref<PVOID> word_of(PSRWLOCK lock) {
  return std::atomic_ref(lock->Ptr);
}
PVOID bits(std::uintptr_t value) {
  return reinterpret_cast<PVOID>(value);
}
std::uintptr_t value_of(PVOID pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace

VOID InitializeCriticalSection(LPCRITICAL_SECTION section) {
  section->implementation = std::make_unique<std::recursive_mutex>().release();
}

BOOL InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION section, DWORD) {
  InitializeCriticalSection(section);
  return TRUE;
}

BOOL InitializeCriticalSectionEx(LPCRITICAL_SECTION section, DWORD, DWORD) {
  InitializeCriticalSection(section);
  return TRUE;
}

VOID EnterCriticalSection(LPCRITICAL_SECTION section) {
  mutex_of(section).lock();
}
BOOL TryEnterCriticalSection(LPCRITICAL_SECTION section) {
  return mutex_of(section).try_lock();
}
VOID LeaveCriticalSection(LPCRITICAL_SECTION section) {
  mutex_of(section).unlock();
}

VOID DeleteCriticalSection(LPCRITICAL_SECTION section) {
  const std::unique_ptr<std::recursive_mutex> last(&mutex_of(section));
  section->implementation = nullptr;
}

VOID InitializeSRWLock(PSRWLOCK lock) {
  lock->Ptr = nullptr;
}

BOOLEAN TryAcquireSRWLockExclusive(PSRWLOCK lock) {
  PVOID free = nullptr;
  return word_of(lock).compare_exchange_strong(free, bits(kWriter)) ? TRUE : FALSE;
}

VOID AcquireSRWLockExclusive(PSRWLOCK lock) {
  while (TryAcquireSRWLockExclusive(lock) == FALSE) {
    const PVOID held = word_of(lock).load();
    if (held != nullptr) word_of(lock).wait(held);
  }
}

VOID ReleaseSRWLockExclusive(PSRWLOCK lock) {
  word_of(lock).store(nullptr);
  word_of(lock).notify_all();
}

BOOLEAN TryAcquireSRWLockShared(PSRWLOCK lock) {
  PVOID held = word_of(lock).load();
  while ((value_of(held) & kWriter) == 0) {
    if (word_of(lock).compare_exchange_weak(held, bits(value_of(held) + kReader))) return TRUE;
  }
  return FALSE;
}

VOID AcquireSRWLockShared(PSRWLOCK lock) {
  while (TryAcquireSRWLockShared(lock) == FALSE) {
    const PVOID held = word_of(lock).load();
    if ((value_of(held) & kWriter) != 0) word_of(lock).wait(held);
  }
}

VOID ReleaseSRWLockShared(PSRWLOCK lock) {
  PVOID held = word_of(lock).load();
  while (!word_of(lock).compare_exchange_weak(held, bits(value_of(held) - kReader))) {
  }
  word_of(lock).notify_all();
}
