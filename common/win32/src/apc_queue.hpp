// Asynchronous procedure calls: what a thread has to run when it next waits alertably.
//
// Completion routines and QueueUserAPC end up here. Any thread may push; only the owner runs, and
// only inside an alertable wait. While it waits so, it drives the sockets whose routines it is owed
// (see waitable.hpp). A thread that never asked for a call has no queue and pays nothing.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "driver.hpp"

namespace win32 {

class Sleeper;

class ApcQueue {
 public:
  using Call = std::function<void()>;

  ApcQueue() = default;
  ~ApcQueue();
  ApcQueue(const ApcQueue&) = delete;
  ApcQueue& operator=(const ApcQueue&) = delete;

  // The calling thread's; made when it is first needed.
  [[nodiscard]] static const std::shared_ptr<ApcQueue>& current();
  // nullptr when nobody has asked for calls of this thread yet: it then waits the plain way.
  [[nodiscard]] static ApcQueue* in_use();

  void push(Call call);
  [[nodiscard]] bool pending() const { return pending_.load() > 0; }
  // The owner: runs what is queued, and what that queues. Was there anything?
  bool run();

  // The owner is about to sleep on `sleeper` (nullptr: no more); a push wakes it.
  void listen(Sleeper* sleeper);
  // For an owner that sleeps in poll(): readable while calls are pending. -1: out of descriptors.
  [[nodiscard]] int descriptor();

  void add_source(const std::shared_ptr<Driver>& driver);
  void collect_sources(std::vector<std::shared_ptr<Driver>>& into);

 private:
  [[nodiscard]] bool take(Call& call);

  std::atomic<int> pending_{0};
  std::atomic<bool> used_{false};
  std::mutex mutex_;
  // Guarded by mutex_:
  std::deque<Call> calls_;
  Sleeper* sleeper_ = nullptr;
  int descriptor_ = -1;
  std::vector<std::weak_ptr<Driver>> sources_;
};

}  // namespace win32
