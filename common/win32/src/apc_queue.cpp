#include "apc_queue.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "driver_sources.hpp"
#include "sleeper.hpp"
#include "system_calls.hpp"

namespace win32 {
namespace {

thread_local std::shared_ptr<ApcQueue> t_queue;

}  // namespace

ApcQueue::~ApcQueue() {
  if (descriptor_ >= 0) close(descriptor_);
}

const std::shared_ptr<ApcQueue>& ApcQueue::current() {
  if (!t_queue) t_queue = std::make_shared<ApcQueue>();
  return t_queue;
}

ApcQueue* ApcQueue::in_use() {
  return t_queue && t_queue->used_.load() ? t_queue.get() : nullptr;
}

void ApcQueue::push(Call call) {
  used_.store(true);
  const std::lock_guard lock(mutex_);
  calls_.push_back(std::move(call));
  pending_.fetch_add(1);
  if (sleeper_ != nullptr) sleeper_->wake();
  const std::uint64_t one = 1;
  if (descriptor_ >= 0) (void)sys::counted([&] { return ::write(descriptor_, &one, sizeof one); });
}

bool ApcQueue::take(Call& call) {
  const std::lock_guard lock(mutex_);
  if (calls_.empty()) return false;
  call = std::move(calls_.front());
  calls_.pop_front();
  pending_.fetch_sub(1);
  std::uint64_t count = 0;
  if (calls_.empty() && descriptor_ >= 0) {
    (void)sys::counted([&] { return ::read(descriptor_, &count, sizeof count); });
  }
  return true;
}

bool ApcQueue::run() {
  bool any = false;
  for (Call call; take(call); any = true)
    call();
  return any;
}

void ApcQueue::listen(Sleeper* sleeper) {
  const std::lock_guard lock(mutex_);
  sleeper_ = sleeper;
}

int ApcQueue::descriptor() {
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0) {
    descriptor_ = eventfd(static_cast<unsigned>(calls_.size()), EFD_CLOEXEC | EFD_NONBLOCK);
  }
  return descriptor_;
}

void ApcQueue::add_source(const std::shared_ptr<Driver>& driver) {
  used_.store(true);
  const std::lock_guard lock(mutex_);
  win32::add_source(sources_, driver);
}

void ApcQueue::collect_sources(std::vector<std::shared_ptr<Driver>>& into) {
  const std::lock_guard lock(mutex_);
  win32::collect_sources(sources_, into);
}

}  // namespace win32
