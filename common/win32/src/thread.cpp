// Threads: CreateThread, _beginthreadex, affinity.

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <thread>

#include "apc_queue.hpp"
#include "handle_table.hpp"
#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "process.h"
#include "waitable.hpp"
#include "win32/apc.h"
#include "win32/kernel.h"

using namespace win32;

namespace {

// The values that Windows uses for "this one".
const auto kCurrentProcess = static_cast<std::intptr_t>(-1);
const auto kCurrentThread = static_cast<std::intptr_t>(-2);

class Thread : public Waitable {
 public:
  Thread() : Waitable(Kind::thread) {}
  static bool is_kind(Kind kind) { return kind == Kind::thread; }

  void end(DWORD code) {
    exit_code.store(code);
    const std::lock_guard lock(dispatcher_mutex());
    set();
  }

  void resume() {
    suspended.store(0);
    suspended.notify_all();
  }

  std::atomic<DWORD> exit_code{STILL_ACTIVE};
  std::atomic<pid_t> id{0};
  std::atomic<DWORD> suspended{0};  // waits to be resumed for the first time
  std::shared_ptr<ApcQueue> calls;  // set before the thread's number is
};

struct Start {
  std::shared_ptr<Thread> thread;
  LPTHREAD_START_ROUTINE routine;
  LPVOID parameter;
};

struct ExitRequest {
  DWORD code;
};

thread_local Thread* t_thread = nullptr;

// A thread that the layer did not start has no handle until somebody asks for one.
const std::shared_ptr<Thread>& own_thread() {
  thread_local std::shared_ptr<Thread> own;
  if (!own) {
    own = t_thread != nullptr ? std::static_pointer_cast<Thread>(t_thread->shared_from_this())
                              : std::make_shared<Thread>();
    own->calls = ApcQueue::current();
    own->id.store(gettid());
  }
  return own;
}

// The handle is signalled last, when the thread has nothing left to do for its starter.
void run_thread(const Start& start) {
  DWORD code = 0;
  t_thread = start.thread.get();
  try {
    code = start.routine(start.parameter);
  } catch (const ExitRequest& request) {
    code = request.code;
  }
  start.thread->end(code);
}

void* thread_main(void* argument) {
  const std::unique_ptr<Start> start(static_cast<Start*>(argument));
  start->thread->calls = ApcQueue::current();
  start->thread->id.store(gettid());
  start->thread->id.notify_all();
  start->thread->suspended.wait(1);
  run_thread(*start);
  return nullptr;
}

bool launch(std::unique_ptr<Start> start, SIZE_T stack_bytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stack_bytes >= 64 * 1024) pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, thread_main, start.get()) == 0;
  pthread_attr_destroy(&attributes);
  if (started) (void)start.release();
  return started;
}

// 0 is the calling thread, as in sched_setaffinity; -1 is no thread.
pid_t thread_id(HANDLE handle) {
  if (reinterpret_cast<std::intptr_t>(handle) == kCurrentThread) return 0;
  const Use<Thread> thread(handle);
  return thread ? thread->id.load() : -1;
}

DWORD_PTR mask_of(const cpu_set_t& set) {
  DWORD_PTR mask = 0;
  for (unsigned cpu = 0; cpu < 64; ++cpu) {
    if (CPU_ISSET(cpu, &set)) mask |= DWORD_PTR{1} << cpu;
  }
  return mask;
}

DWORD_PTR affinity_of(pid_t id) {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(id, sizeof set, &set) == 0 ? mask_of(set) : 0;
}

bool set_affinity(pid_t id, DWORD_PTR mask) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (unsigned cpu = 0; cpu < 64; ++cpu) {
    if ((mask >> cpu & 1U) != 0) CPU_SET(cpu, &set);
  }
  return sched_setaffinity(id, sizeof set, &set) == 0;
}

}  // namespace

HANDLE CreateThread(LPSECURITY_ATTRIBUTES, SIZE_T stack_bytes, LPTHREAD_START_ROUTINE start,
                    LPVOID parameter, DWORD flags, LPDWORD id) {
  if (start == nullptr) return failed(HANDLE{}, ERROR_INVALID_PARAMETER);
  constexpr DWORD kKnown = CREATE_SUSPENDED | STACK_SIZE_PARAM_IS_A_RESERVATION;
  if ((flags & ~kKnown) != 0) return failed(HANDLE{}, ERROR_INVALID_PARAMETER);
  const auto thread = std::make_shared<Thread>();
  if ((flags & CREATE_SUSPENDED) != 0) thread->suspended.store(1);
  const auto handle = HandleTable::instance().insert(thread);
  if (handle == 0) return failed(HANDLE{}, ERROR_NO_SYSTEM_RESOURCES);
  if (!launch(std::make_unique<Start>(Start{thread, start, parameter}), stack_bytes)) {
    (void)HandleTable::instance().close(handle);
    return failed(HANDLE{}, ERROR_NOT_ENOUGH_MEMORY);
  }
  thread->id.wait(0);
  if (id != nullptr) *id = static_cast<DWORD>(thread->id.load());
  return reinterpret_cast<HANDLE>(handle);
}

uintptr_t _beginthreadex(void*, unsigned stack_bytes, unsigned (*start)(void*), void* argument,
                         unsigned flags, unsigned* id) {
  return reinterpret_cast<uintptr_t>(
      CreateThread(nullptr, stack_bytes, start, argument, flags, id));
}

void _endthreadex(unsigned exit_code) {
  ExitThread(exit_code);
}

uintptr_t _beginthread(void (*start)(void*), unsigned stack_bytes, void* argument) {
  struct Call {
    void (*start)(void*);
    void* argument;
  };
  auto call = std::make_unique<Call>(Call{start, argument});
  const LPTHREAD_START_ROUTINE run = [](LPVOID parameter) -> DWORD {
    const std::unique_ptr<Call> mine(static_cast<Call*>(parameter));
    mine->start(mine->argument);
    return 0;
  };
  const HANDLE thread = CreateThread(nullptr, stack_bytes, run, call.get(), 0, nullptr);
  if (thread == nullptr) return static_cast<uintptr_t>(-1);
  (void)call.release();
  return reinterpret_cast<uintptr_t>(thread);
}

void _endthread() {
  ExitThread(0);
}

VOID ExitThread(DWORD exit_code) {
  if (t_thread != nullptr) throw ExitRequest{exit_code};
  pthread_exit(nullptr);
}

DWORD ResumeThread(HANDLE handle) {
  const Use<Thread> thread(handle);
  if (!thread) return failed(MAXDWORD, ERROR_INVALID_HANDLE);
  const DWORD before = thread->suspended.load();
  thread->resume();
  return before;
}

DWORD GetThreadId(HANDLE handle) {
  if (reinterpret_cast<std::intptr_t>(handle) == kCurrentThread) return GetCurrentThreadId();
  const Use<Thread> thread(handle);
  if (!thread) return failed(DWORD{0}, ERROR_INVALID_HANDLE);
  return static_cast<DWORD>(thread->id.load());
}

DWORD QueueUserAPC(PAPCFUNC function, HANDLE handle, ULONG_PTR parameter) {
  const WindowsEntry entry;
  const bool self = reinterpret_cast<std::intptr_t>(handle) == kCurrentThread;
  const Use<Thread> thread(self ? HANDLE{} : handle);
  if (!self && !thread) return failed(DWORD{0}, ERROR_INVALID_HANDLE);
  const auto& calls = self ? ApcQueue::current() : thread->calls;
  if (!calls) return failed(DWORD{0}, ERROR_GEN_FAILURE);
  calls->push([=] { function(parameter); });
  return 1;
}

BOOL DuplicateHandle(HANDLE from_process, HANDLE handle, HANDLE to_process, LPHANDLE duplicate,
                     DWORD, BOOL, DWORD options) {
  const WindowsEntry entry;
  if (duplicate == nullptr) return failed(FALSE, ERROR_INVALID_PARAMETER);
  if (from_process != GetCurrentProcess() || to_process != GetCurrentProcess()) {
    return failed(FALSE, ERROR_INVALID_HANDLE);
  }
  std::shared_ptr<Object> object;
  if (reinterpret_cast<std::intptr_t>(handle) == kCurrentThread) {
    object = own_thread();
  } else if (const Use<Object> use(handle); use) {
    object = use->shared_from_this();
  }
  if (!object) return failed(FALSE, ERROR_INVALID_HANDLE);
  object->prepare_to_be_shared();
  const auto second = HandleTable::instance().insert(std::move(object));
  if (second == 0) return failed(FALSE, ERROR_NO_SYSTEM_RESOURCES);
  *duplicate = reinterpret_cast<HANDLE>(second);
  if ((options & DUPLICATE_CLOSE_SOURCE) != 0) (void)CloseHandle(handle);
  return TRUE;
}

BOOL GetExitCodeThread(HANDLE handle, LPDWORD exit_code) {
  const Use<Thread> thread(handle);
  if (!thread) return failed(FALSE, ERROR_INVALID_HANDLE);
  *exit_code = thread->exit_code.load();
  return TRUE;
}

BOOL TerminateThread(HANDLE, DWORD) {
  return failed(FALSE, ERROR_NOT_SUPPORTED);
}

HANDLE GetCurrentThread() {
  return reinterpret_cast<HANDLE>(kCurrentThread);
}
HANDLE GetCurrentProcess() {
  return reinterpret_cast<HANDLE>(kCurrentProcess);
}
DWORD GetCurrentThreadId() {
  thread_local const auto id = static_cast<DWORD>(gettid());  // asked once: it is a system call
  return id;
}
DWORD GetCurrentProcessId() {
  return static_cast<DWORD>(getpid());
}

DWORD_PTR SetThreadAffinityMask(HANDLE handle, DWORD_PTR mask) {
  const pid_t id = thread_id(handle);
  if (id < 0) return failed(DWORD_PTR{0}, ERROR_INVALID_HANDLE);
  const DWORD_PTR before = affinity_of(id);
  if (mask == 0 || !set_affinity(id, mask)) return failed(DWORD_PTR{0}, ERROR_INVALID_PARAMETER);
  return before;
}

BOOL SetProcessAffinityMask(HANDLE process, DWORD_PTR mask) {
  if (process != GetCurrentProcess()) return failed(FALSE, ERROR_INVALID_HANDLE);
  if (mask == 0 || !set_affinity(getpid(), mask)) return failed(FALSE, ERROR_INVALID_PARAMETER);
  return TRUE;
}

BOOL GetProcessAffinityMask(HANDLE process, PDWORD_PTR process_mask, PDWORD_PTR system_mask) {
  if (process != GetCurrentProcess()) return failed(FALSE, ERROR_INVALID_HANDLE);
  *process_mask = affinity_of(getpid());
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  *system_mask = processors >= 64 ? ~DWORD_PTR{0} : (DWORD_PTR{1} << processors) - 1;
  return TRUE;
}

BOOL SetThreadPriority(HANDLE handle, int) {
  return thread_id(handle) < 0 ? failed(FALSE, ERROR_INVALID_HANDLE) : TRUE;
}

DWORD GetCurrentProcessorNumber() {
  return static_cast<DWORD>(sched_getcpu());
}
