#include "port.hpp"

#include <algorithm>

#include "apc_queue.hpp"
#include "running_scope.hpp"

namespace win32 {
namespace {

// Which port does this thread work for, and does it count as running there?
struct Membership {
  std::shared_ptr<Port> port;
  bool running = false;
  ~Membership() { leave(); }
  void leave() {
    if (running) port->suspend_running();
    running = false;
    port.reset();
  }
};

thread_local Membership t_membership;

}  // namespace

NotRunningScope::NotRunningScope() {
  if (t_membership.running) t_membership.port->suspend_running();
}

NotRunningScope::~NotRunningScope() {
  if (t_membership.running) t_membership.port->resume_running();
}

Port::Port(std::shared_ptr<Driver> driver, unsigned concurrency)
    : Object(Kind::port), driver_(std::move(driver)), concurrency_(concurrency) {}

void Port::suspend_running() {
  const std::lock_guard lock(mutex_);
  --running_;
  release_waiters(0);
}

// May exceed the limit: a thread that comes back from a wait is not stopped.
void Port::resume_running() {
  const std::lock_guard lock(mutex_);
  ++running_;
}

void Port::become_running() {
  ++running_;
  t_membership.running = true;
  if (t_membership.port.get() != this) {
    t_membership.port = std::static_pointer_cast<Port>(shared_from_this());
  }
}

void Port::give_back_running() {
  if (!t_membership.running) return;
  --running_;
  t_membership.running = false;
}

// A call that was queued before the sleep ends it at once.
void Port::prepare_to_sleep(const Waiter& waiter) {
  waiter.sleeper->prepare();
  if (waiter.alert == nullptr) return;
  waiter.alert->listen(waiter.sleeper);
  if (waiter.alert->pending()) waiter.sleeper->wake();
}

Port::Outcome Port::take(std::span<Packet> packets, std::size_t& taken, const Deadline& deadline,
                         ApcQueue* alert) {
  if (t_membership.port && t_membership.port.get() != this) t_membership.leave();
  Waiter waiter{&Sleeper::current(), false, alert};
  std::unique_lock lock(mutex_);
  give_back_running();
  bool polled = false;
  for (;;) {
    if (closed_) return Outcome::closed;
    if (!queue_.empty() && may_run()) {
      taken = pop(packets);
      become_running();
      release_waiters(0);
      return Outcome::taken;
    }
    if (alert != nullptr && alert->pending()) return Outcome::alerted;
    // Even a poll moves what is ready, once: its bytes may be all that is missing.
    if (polled && deadline.passed()) return Outcome::timed_out;
    polled = true;
    if (leader_ == nullptr && driver_->try_lead()) {
      lead(lock, waiter, deadline);
    } else {
      park(lock, waiter, deadline);
    }
    if (waiter.released) {
      waiter.released = false;
      --releasing_;
    }
  }
}

void Port::lead(std::unique_lock<Mutex>& lock, Waiter& waiter, const Deadline& deadline) {
  prepare_to_sleep(waiter);
  leader_ = &waiter;
  lock.unlock();
  driver_->turn(*waiter.sleeper, deadline);
  driver_->leave();
  if (waiter.alert != nullptr) waiter.alert->listen(nullptr);
  lock.lock();
  leader_ = nullptr;
}

void Port::park(std::unique_lock<Mutex>& lock, Waiter& waiter, const Deadline& deadline) {
  prepare_to_sleep(waiter);
  parked_.push_back(&waiter);
  lock.unlock();
  waiter.sleeper->sleep(deadline);
  if (waiter.alert != nullptr) waiter.alert->listen(nullptr);
  lock.lock();
  std::erase(parked_, &waiter);
}

void Port::push(std::span<const Packet> packets) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  for (const Packet& packet : packets)
    queue_.push_back(Packet(packet));
  note_size();
  const bool by_leader = leader_ != nullptr && leader_->sleeper == &Sleeper::current();
  release_waiters(by_leader ? 1 : 0);
}

// Wakes one thread for each packet that nobody is on the way for. `spoken_for` packets will be
// taken by the caller itself.
void Port::release_waiters(std::size_t spoken_for) {
  while (may_run() && queue_.size() > releasing_ + spoken_for) {
    if (!parked_.empty()) {
      release(*parked_.back());
      parked_.pop_back();
    } else if (leader_ != nullptr && !leader_->released && spoken_for == 0) {
      release(*leader_);
    } else {
      return;
    }
  }
}

void Port::release(Waiter& waiter) {
  waiter.released = true;
  ++releasing_;
  waiter.sleeper->wake();
}

std::size_t Port::pop(std::span<Packet> packets) {
  const std::size_t count = std::min(packets.size(), queue_.size());
  for (std::size_t i = 0; i < count; ++i)
    packets[i] = queue_[i];
  queue_.pop_front(count);
  note_size();
  return count;
}

// Relaxed: a hint, see has_packets().
void Port::note_size() {
  waiting_.store(queue_.size(), std::memory_order_relaxed);
}

void Port::on_close(bool) {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  queue_.clear();
  note_size();
  for (Waiter* waiter : parked_)
    release(*waiter);
  parked_.clear();
  if (leader_ != nullptr && !leader_->released) release(*leader_);
}

}  // namespace win32
