// Mutexes and semaphores that are waited for by handle.

#include "handle_table.hpp"
#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "named_objects.hpp"
#include "waitable.hpp"
#include "win32/kernel.h"
#include "win32/locks.h"

using namespace win32;

namespace {

// Signalled while nobody has it; its owner gets it again and again.
class MutexObject : public Waitable {
 public:
  explicit MutexObject(DWORD owner) : Waitable(Kind::mutex), owner_(owner) {
    taken_ = owner != 0 ? 1 : 0;
    signalled_ = owner == 0;
  }
  static bool is_kind(Kind kind) { return kind == Kind::mutex; }

  // All of these: dispatcher mutex held.
  [[nodiscard]] bool grants(DWORD thread) const override { return owner_ == 0 || owner_ == thread; }
  void granted(DWORD thread) override {
    owner_ = thread;
    ++taken_;
    clear();
  }
  [[nodiscard]] bool release(DWORD thread) {
    if (owner_ != thread) return false;
    if (--taken_ > 0) return true;
    owner_ = 0;
    set();
    return true;
  }

 private:
  DWORD owner_;
  unsigned taken_;
};

class Semaphore : public Waitable {
 public:
  Semaphore(LONG count, LONG limit) : Waitable(Kind::semaphore), count_(count), limit_(limit) {
    signalled_ = count > 0;
  }
  static bool is_kind(Kind kind) { return kind == Kind::semaphore; }

  // All of these: dispatcher mutex held.
  void consume() override { signalled_ = --count_ > 0; }
  // false: more than the limit allows; nothing happens.
  [[nodiscard]] bool release(LONG by, LONG* before) {
    if (by > limit_ - count_) return false;
    if (before != nullptr) *before = count_;
    count_ += by;
    set();
    return true;
  }

 private:
  LONG count_;
  const LONG limit_;
};

HANDLE create_mutex(BOOL owned, const std::string& name) {
  const WindowsEntry entry;
  const DWORD owner = owned != FALSE ? GetCurrentThreadId() : 0;
  return create_named(Kind::mutex, name, [=] { return std::make_shared<MutexObject>(owner); });
}

HANDLE create_semaphore(LONG count, LONG limit, const std::string& name) {
  const WindowsEntry entry;
  if (limit <= 0 || count < 0 || count > limit) return failed(HANDLE{}, ERROR_INVALID_PARAMETER);
  return create_named(Kind::semaphore, name,
                      [=] { return std::make_shared<Semaphore>(count, limit); });
}

}  // namespace

HANDLE CreateMutexA(LPSECURITY_ATTRIBUTES, BOOL initial_owner, LPCSTR name) {
  return create_mutex(initial_owner, name_of(name));
}

HANDLE CreateMutexW(LPSECURITY_ATTRIBUTES, BOOL initial_owner, LPCWSTR name) {
  return create_mutex(initial_owner, narrow(name));
}

BOOL ReleaseMutex(HANDLE handle) {
  const WindowsEntry entry;
  const Use<MutexObject> mutex(handle);
  if (!mutex) return failed(FALSE, ERROR_INVALID_HANDLE);
  const std::lock_guard lock(dispatcher_mutex());
  return mutex->release(GetCurrentThreadId()) ? TRUE : failed(FALSE, ERROR_NOT_OWNER);
}

HANDLE CreateSemaphoreA(LPSECURITY_ATTRIBUTES, LONG initial_count, LONG maximum_count,
                        LPCSTR name) {
  return create_semaphore(initial_count, maximum_count, name_of(name));
}

HANDLE CreateSemaphoreW(LPSECURITY_ATTRIBUTES, LONG initial_count, LONG maximum_count,
                        LPCWSTR name) {
  return create_semaphore(initial_count, maximum_count, narrow(name));
}

BOOL ReleaseSemaphore(HANDLE handle, LONG count, LONG* previous_count) {
  const WindowsEntry entry;
  const Use<Semaphore> semaphore(handle);
  if (!semaphore) return failed(FALSE, ERROR_INVALID_HANDLE);
  if (count <= 0) return failed(FALSE, ERROR_INVALID_PARAMETER);
  const std::lock_guard lock(dispatcher_mutex());
  return semaphore->release(count, previous_count) ? TRUE : failed(FALSE, ERROR_TOO_MANY_POSTS);
}
