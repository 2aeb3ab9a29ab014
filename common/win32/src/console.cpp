// Ctrl-C as Windows reports it: on a thread of its own, not in a signal handler.

#include <csignal>
#include <pthread.h>
#include <semaphore.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "last_error.hpp"
#include "win32/kernel.h"

using namespace win32;

namespace {

struct Console {
  std::mutex mutex;
  std::vector<PHANDLER_ROUTINE> handlers;  // guarded by mutex
  bool watching = false;                   // guarded by mutex
  sem_t arrived;
  std::atomic<int> signal{0};
};

Console& console() {
  static auto* const instance = new Console;  // signals may come while static objects die
  return *instance;
}

// Async-signal-safe: a store and a semaphore.
void on_signal(int signal) {
  console().signal.store(signal);
  sem_post(&console().arrived);
}

bool handled(DWORD type) {
  std::vector<PHANDLER_ROUTINE> handlers;
  {
    const std::lock_guard lock(console().mutex);
    handlers = console().handlers;
  }
  return std::any_of(handlers.rbegin(), handlers.rend(),
                     [type](PHANDLER_ROUTINE handler) { return handler(type) != FALSE; });
}

void run_handlers() {
  pthread_setname_np(pthread_self(), "console-control");
  for (;;) {
    while (sem_wait(&console().arrived) != 0) {
    }
    const int signal = console().signal.load();
    if (handled(signal == SIGINT ? CTRL_C_EVENT : CTRL_CLOSE_EVENT)) continue;
    // Nobody wanted it: end as if we had never looked.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

void start_watching(Console& state) {
  state.watching = true;
  sem_init(&state.arrived, 0, 0);
  std::thread(run_handlers).detach();
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

BOOL SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add) {
  if (handler == nullptr) return failed(FALSE, ERROR_NOT_SUPPORTED);
  Console& state = console();
  const std::lock_guard lock(state.mutex);
  if (add != FALSE) {
    state.handlers.push_back(handler);
    if (!state.watching) start_watching(state);
    return TRUE;
  }
  const auto last = std::find(state.handlers.rbegin(), state.handlers.rend(), handler);
  if (last == state.handlers.rend()) return failed(FALSE, ERROR_INVALID_PARAMETER);
  state.handlers.erase(std::next(last).base());
  return TRUE;
}
