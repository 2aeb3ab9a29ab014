// A mutex for the I/O path: one atomic operation to lock, one to unlock, no call while nobody
// contends. std::mutex costs twice that, and two of them stand in the way of every datagram.
#pragma once

#include <atomic>
#include <cstdint>

namespace win32 {

class Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() {
    std::uint32_t state = kFree;
    // Acquire: what the last holder wrote is seen.
    if (!state_.compare_exchange_strong(state, kHeld, std::memory_order_acquire)) wait();
  }
  void unlock() {
    // Release: see lock().
    if (state_.exchange(kFree, std::memory_order_release) == kContended) state_.notify_one();
  }

 private:
  static constexpr std::uint32_t kFree = 0;
  static constexpr std::uint32_t kHeld = 1;
  static constexpr std::uint32_t kContended = 2;

  // Leaves "contended" behind, although the last waiter may be gone: one wake-up too many.
  void wait() {
    // Acquire: see lock().
    while (state_.exchange(kContended, std::memory_order_acquire) != kFree) {
      state_.wait(kContended);
    }
  }

  std::atomic<std::uint32_t> state_{kFree};
};

}  // namespace win32
