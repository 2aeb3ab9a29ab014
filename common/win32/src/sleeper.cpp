#include "sleeper.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>
#include <vector>

#include "driver.hpp"
#include "system_calls.hpp"

namespace win32 {
namespace {

struct Pool {
  std::mutex mutex;
  std::vector<Sleeper*> idle;
};

Pool& pool() {
  static auto* const instance = new Pool;  // outlives every thread
  return *instance;
}

struct Lease {
  Sleeper* sleeper;
  Lease() : sleeper(take()) {}
  ~Lease() {
    const std::lock_guard lock(pool().mutex);
    pool().idle.push_back(sleeper);
  }
  static Sleeper* take() {
    const std::lock_guard lock(pool().mutex);
    if (pool().idle.empty()) return new Sleeper;
    Sleeper* const sleeper = pool().idle.back();
    pool().idle.pop_back();
    return sleeper;
  }
};

void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected, int milliseconds) {
  timespec limit{milliseconds / 1000, (milliseconds % 1000) * 1'000'000L};
  count_kernel_entry();
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, milliseconds < 0 ? nullptr : &limit,
          nullptr, 0);
}

void futex_wake(std::atomic<std::uint32_t>& word) {
  count_kernel_entry();
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace

Sleeper& Sleeper::current() {
  thread_local Lease lease;
  return *lease.sleeper;
}

void Sleeper::prepare() {
  word_.store(kIdle, std::memory_order_seq_cst);
}

bool Sleeper::sleep(const Deadline& deadline) {
  std::uint32_t expected = kIdle;
  if (!word_.compare_exchange_strong(expected, kAsleep)) return true;
  while (word_.load() == kAsleep && !deadline.passed()) {
    futex_wait(word_, kAsleep, deadline.left_milliseconds());
  }
  return word_.exchange(kIdle) == kWoken;
}

void Sleeper::wake() {
  if (word_.exchange(kWoken) == kAsleep) {
    futex_wake(word_);
    return;
  }
  const std::lock_guard lock(leading_mutex_);
  if (leading_ != nullptr && this != &current()) leading_->interrupt();
}

bool Sleeper::begin_leading(Driver& driver) {
  const std::lock_guard lock(leading_mutex_);
  if (woken()) return false;
  leading_ = &driver;
  return true;
}

void Sleeper::end_leading() {
  const std::lock_guard lock(leading_mutex_);
  leading_ = nullptr;
}

}  // namespace win32
