#include "waitable.hpp"

#include <poll.h>

#include <algorithm>

#include "apc_queue.hpp"
#include "driver_sources.hpp"
#include "running_scope.hpp"
#include "system_calls.hpp"
#include "win32/kernel.h"

namespace win32 {

struct WaitRequest {
  std::span<Waitable* const> objects;
  bool all;
  Sleeper& sleeper;
  ApcQueue* alert;
  DWORD thread;
  std::optional<std::size_t> outcome;  // guarded by the dispatcher mutex
};

namespace {

// Dispatcher mutex held: takes the signal if the request can be satisfied now.
bool satisfy(WaitRequest& request) {
  const auto is_set = [&](const Waitable* object) { return object->grants(request.thread); };
  if (request.all) {
    if (!std::ranges::all_of(request.objects, is_set)) return false;
    for (Waitable* object : request.objects)
      object->granted(request.thread);
    request.outcome = 0;
    return true;
  }
  const auto found = std::ranges::find_if(request.objects, is_set);
  if (found == request.objects.end()) return false;
  (*found)->granted(request.thread);
  request.outcome = static_cast<std::size_t>(found - request.objects.begin());
  return true;
}

std::vector<std::shared_ptr<Driver>> sources_of(const WaitRequest& request) {
  std::vector<std::shared_ptr<Driver>> drivers;
  for (const Waitable* object : request.objects)
    object->collect_sources(drivers);
  if (request.alert != nullptr) request.alert->collect_sources(drivers);
  return drivers;
}

// Several drivers behind one wait: their epoll descriptors are polled together, and a wake-up
// arrives through the first.
void wait_for_several(std::span<const std::shared_ptr<Driver>> drivers, Sleeper& sleeper,
                      const Deadline& deadline) {
  std::vector<pollfd> descriptors;
  for (const auto& driver : drivers) {
    driver->watch_instead();  // a socket that is only looked at would not end the poll
    descriptors.push_back({driver->descriptor(), POLLIN, 0});
  }
  if (!sleeper.begin_leading(*drivers.front())) return;
  (void)sys::counted(
      [&] { return ::poll(descriptors.data(), descriptors.size(), deadline.left_milliseconds()); });
  sleeper.end_leading();
  drivers.front()->absorb_interrupts();
  for (const auto& driver : drivers)
    driver->turn_without_waiting();
}

void wait_once(const WaitRequest& request, Sleeper& sleeper, const Deadline& deadline) {
  std::vector<std::shared_ptr<Driver>> drivers;
  {
    const std::lock_guard lock(dispatcher_mutex());
    drivers = sources_of(request);
  }
  if (drivers.empty()) {
    sleeper.sleep(deadline);
  } else if (drivers.size() == 1) {
    drivers.front()->wait(sleeper, deadline);
  } else {
    wait_for_several(drivers, sleeper, deadline);
  }
}

// Bytes that are ready may be all that a signal is waiting for: a poll moves them, too.
void drive_sources(const WaitRequest& request) {
  std::vector<std::shared_ptr<Driver>> drivers;
  {
    const std::lock_guard lock(dispatcher_mutex());
    drivers = sources_of(request);
  }
  for (const auto& driver : drivers)
    driver->turn_without_waiting();
}

}  // namespace

std::mutex& dispatcher_mutex() {
  static auto* const mutex = new std::mutex;  // events are set until the process ends
  return *mutex;
}

void Waitable::set() {
  signalled_ = true;
  for (std::size_t i = 0; i < waiters_.size() && signalled_;) {
    WaitRequest& request = *waiters_[i];
    if (!request.outcome && satisfy(request)) {
      for (Waitable* object : request.objects)
        object->delist(request);
      request.sleeper.wake();
      i = 0;  // the list has shrunk, perhaps by more than this entry
    } else {
      ++i;
    }
  }
}

void Waitable::add_source(const std::shared_ptr<Driver>& driver) {
  win32::add_source(sources_, driver);
}

void Waitable::collect_sources(std::vector<std::shared_ptr<Driver>>& into) const {
  win32::collect_sources(sources_, into);
}

namespace {

// Tells the queue whom to wake, as long as the wait lasts.
class AlertScope {
 public:
  AlertScope(ApcQueue* queue, Sleeper& sleeper) : queue_(queue) {
    if (queue_ != nullptr) queue_->listen(&sleeper);
  }
  ~AlertScope() {
    if (queue_ != nullptr) queue_->listen(nullptr);
  }
  AlertScope(const AlertScope&) = delete;
  AlertScope& operator=(const AlertScope&) = delete;

 private:
  ApcQueue* const queue_;
};

// Dispatcher mutex held: what the wait has come to, if it is over.
bool is_over(WaitRequest& request, const Deadline& deadline) {
  if (request.outcome) return true;
  if (request.alert != nullptr && request.alert->pending()) {
    request.outcome = kAlerted;
    return true;
  }
  return deadline.passed();
}

}  // namespace

std::optional<std::size_t> wait_for(std::span<Waitable* const> objects, bool all,
                                    const Deadline& deadline, ApcQueue* alert) {
  Sleeper& sleeper = Sleeper::current();
  WaitRequest request{objects, all, sleeper, alert, GetCurrentThreadId(), std::nullopt};
  {
    const std::lock_guard lock(dispatcher_mutex());
    if (satisfy(request)) return request.outcome;
    for (Waitable* object : objects)
      object->enlist(request);
  }
  const NotRunningScope blocked;
  const AlertScope alerted(alert, sleeper);
  if (deadline.passed()) drive_sources(request);
  for (;;) {
    sleeper.prepare();
    {
      const std::lock_guard lock(dispatcher_mutex());
      if (is_over(request, deadline)) {
        for (Waitable* object : objects)
          object->delist(request);
        return request.outcome;
      }
    }
    wait_once(request, sleeper, deadline);
  }
}

}  // namespace win32
