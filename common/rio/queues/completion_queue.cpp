#include "completion_queue.hpp"

#include <algorithm>
#include <new>

#include "last_error.hpp"
#include "request_queue.hpp"

namespace rio {

using Core = CompletionQueueCore;

std::shared_ptr<Core> Core::create(DWORD size, const RIO_NOTIFICATION_COMPLETION* request) {
  const std::shared_ptr<Core> none;
  if (size == 0 || size > RIO_MAX_CQ_SIZE) return win32::failed(none, WSAEINVAL);
  long error = 0;
  Notification notification = request != nullptr ? Notification(*request, error) : Notification();
  if (error != 0) return win32::failed(none, error);
  auto driver = notification.choose_driver();
  // Untouched pages of a large ring cost nothing: the entries are not initialised.
  std::unique_ptr<Result[]> ring(new (std::nothrow) Result[size]);
  if (!driver || !ring) return win32::failed(none, WSAENOBUFS);
  return std::make_shared<Core>(std::move(notification), std::move(driver), std::move(ring), size);
}

Core::CompletionQueueCore(Notification notification, std::shared_ptr<win32::Driver> driver,
                          std::unique_ptr<Result[]> ring, DWORD size)
    : driver_(std::move(driver)),
      notification_(std::move(notification)),
      ring_(std::move(ring)),
      size_(size) {}

ULONG Core::dequeue(RIORESULT* results, ULONG limit) {
  std::unique_lock lock(mutex_);
  if (closed()) return RIO_CORRUPT_CQ;
  if (count_ == 0) {
    if (empty_after_short_batch()) return 0;
    const auto only = attached_.size() == 1 ? attached_.front() : nullptr;
    // Moving takes the request queue's lock first, then this one.
    lock.unlock();
    if (only) {
      only->move_now();
    } else {
      driver_->turn_without_waiting();
    }
    lock.lock();
  }
  const ULONG copied = copy_out(results, limit);
  returned_results_ = copied > 0;
  retire_finished(lock);
  return copied;
}

void Core::retire_finished(std::unique_lock<std::mutex>& lock) {
  if (finished_.empty()) return;
  const auto finished = std::exchange(finished_, {});
  lock.unlock();
  for (RequestQueue* queue : finished)
    queue->retire();
}

// The last move emptied the socket a moment ago, so looking again would be a wasted system call:
// say "empty" once, and let the caller wait, which asks the kernel anyway.
bool Core::empty_after_short_batch() {
  if (!returned_results_ || attached_.size() != 1) return false;
  returned_results_ = false;
  return attached_.front()->drained_just_now();
}

ULONG Core::copy_out(RIORESULT* results, ULONG limit) {
  const DWORD copied = std::min<DWORD>(limit, count_);
  for (DWORD i = 0; i < copied; ++i) {
    const Result& entry = ring_[first_];
    results[i] = entry.result;
    if (entry.notifies) --notifying_;
    drop(entry);
    if (++first_ == size_) first_ = 0;
  }
  count_ -= copied;
  if (count_ == 0) first_ = 0;  // a short queue keeps to the same few cache lines
  return copied;
}

// The place and the request are free again.
void Core::drop(const Result& result) {
  if (result.queue->release(result.send)) finished_.push_back(result.queue);
}

void Core::push(std::span<const Result> results) {
  std::unique_lock lock(mutex_);
  if (closed()) {
    std::ranges::for_each(results, [this](const Result& result) { drop(result); });
    retire_finished(lock);
    return;
  }
  for (const Result& result : results) {
    DWORD place = first_ + count_;
    if (place >= size_) place -= size_;
    ring_[place] = result;
    ++count_;
    if (result.notifies) ++notifying_;
  }
  fire_if_armed();
}

void Core::fire_if_armed() {
  if (!armed_ || notifying_ == 0) return;
  armed_ = false;
  notification_.fire();
}

INT Core::notify() {
  const std::lock_guard lock(mutex_);
  if (closed() || !notification_.exists()) return WSAEINVAL;
  if (armed_) return WSAEALREADY;
  notification_.prepare();
  armed_ = true;
  fire_if_armed();
  return ERROR_SUCCESS;
}

long Core::resize(DWORD size) {
  const std::lock_guard lock(mutex_);
  if (size == 0 || size > RIO_MAX_CQ_SIZE) return WSAEINVAL;
  if (size < reserved_ || size < count_) return WSAETOOMANYREFS;
  std::unique_ptr<Result[]> ring(new (std::nothrow) Result[size]);
  if (!ring) return WSAENOBUFS;
  for (DWORD i = 0; i < count_; ++i)
    ring[i] = ring_[(std::size_t{first_} + i) % size_];
  ring_ = std::move(ring);
  size_ = size;
  first_ = 0;
  return 0;
}

void Core::close() {
  std::unique_lock lock(mutex_);
  closed_.store(true);
  armed_ = false;
  for (DWORD i = 0; i < count_; ++i) {
    drop(ring_[(std::size_t{first_} + i) % size_]);
  }
  count_ = 0;
  notifying_ = 0;
  retire_finished(lock);
}

bool Core::reserve(ULONG requests) {
  const std::lock_guard lock(mutex_);
  if (requests > size_ - reserved_) return false;
  reserved_ += requests;
  return true;
}

void Core::give_back(ULONG requests) {
  const std::lock_guard lock(mutex_);
  reserved_ -= requests;
}

bool Core::change_reservation(ULONG from, ULONG to) {
  if (to > from) return reserve(to - from);
  give_back(from - to);
  return true;
}

void Core::attach(const std::shared_ptr<RequestQueue>& queue) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(attached_, queue) == attached_.end()) attached_.push_back(queue);
  if (attached_.size() == 2) driver_->watch_instead();
}

void Core::detach(const RequestQueue* queue) {
  const std::lock_guard lock(mutex_);
  std::erase_if(attached_, [queue](const auto& other) { return other.get() == queue; });
}

}  // namespace rio
