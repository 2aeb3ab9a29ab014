// How one thread sleeps and is woken, wherever it waits.
//
// Normal life: prepare(), put yourself on somebody's list, sleep(). Whoever takes you off the list
// calls wake(), once. Special: a thread that leads a driver sleeps in epoll_wait instead of on its
// own word; between begin_leading() and end_leading() a wake() goes to that driver. Sleepers are
// never freed, only handed to later threads, so that a late wake() hits memory that exists; every
// sleeper therefore checks again what it waited for.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "deadline.hpp"

namespace win32 {

class Driver;

class Sleeper {
 public:
  // The calling thread's.
  static Sleeper& current();

  // Forgets a wake-up that came too late for the last sleep.
  void prepare();
  // Until wake() or the deadline. Was it woken?
  bool sleep(const Deadline& deadline);
  // Ends the current or the next sleep.
  void wake();
  [[nodiscard]] bool woken() const { return word_.load(std::memory_order_seq_cst) == kWoken; }

  // Did the sleep start, or was it woken before? On true the caller enters epoll_wait.
  [[nodiscard]] bool begin_leading(Driver& driver);
  void end_leading();

 private:
  static constexpr std::uint32_t kIdle = 0;
  static constexpr std::uint32_t kWoken = 1;
  static constexpr std::uint32_t kAsleep = 2;

  std::atomic<std::uint32_t> word_{kIdle};
  std::mutex leading_mutex_;
  Driver* leading_ = nullptr;  // guarded by leading_mutex_
};

}  // namespace win32
