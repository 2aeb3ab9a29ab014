#include "harness/threads.hpp"

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/error.hpp"
#include "harness/thread_pin.hpp"

namespace harness {
namespace {

// The first exception of several threads.
class FirstFailure {
 public:
  void keep(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }
  void rethrow() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;  // guarded by mutex_
};

void run_one(Run& run, unsigned thread, const std::function<void(unsigned)>& work,
             FirstFailure& failure) {
  try {
    pin_this_thread(run.options().pin);
    work(thread);
  } catch (...) {
    failure.keep(std::current_exception());
    run.stop(StopReason::error);
  }
}

}  // namespace

void run_threads(Run& run, const std::function<void(unsigned thread)>& work,
                 const std::function<void()>& tell_one_to_stop) {
  FirstFailure failure;
  std::vector<std::jthread> threads;
  for (unsigned thread = 0; thread < run.options().threads; ++thread) {
    threads.emplace_back([&run, &work, &failure, thread] { run_one(run, thread, work, failure); });
  }
  check(WaitForSingleObject(run.stop_event(), INFINITE) == WAIT_OBJECT_0, "WaitForSingleObject");
  for (std::size_t told = 0; told < threads.size(); ++told) {
    tell_one_to_stop();
  }
  threads.clear();
  failure.rethrow();
}

}  // namespace harness
