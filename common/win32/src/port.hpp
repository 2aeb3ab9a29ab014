// A completion port: a queue in user space, a stack of waiting threads, and a driver.
//
// Packets leave in the order they came. Waiting threads leave in reverse order, so that few threads
// stay hot. The first thread that finds the queue empty leads the driver: it sleeps in epoll_wait
// and moves the bytes of the port's sockets; the packets it makes it takes itself, and only the
// surplus wakes others. A thread that took a packet counts as running until it comes back, blocks
// in the layer, or ends; no more than `concurrency` run at once, as far as the layer can see.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "deadline.hpp"
#include "driver.hpp"
#include "mutex.hpp"
#include "object.hpp"
#include "ring.hpp"
#include "win32/types.h"

namespace win32 {

class ApcQueue;

struct Packet {
  ULONG_PTR key;
  OVERLAPPED* overlapped;
  NTSTATUS status;
  DWORD bytes;
};

class Port : public Object {
 public:
  Port(std::shared_ptr<Driver> driver, unsigned concurrency);
  static bool is_kind(Kind kind) { return kind == Kind::port; }

  enum class Outcome : std::uint8_t { taken, timed_out, closed, alerted };

  // Takes up to packets.size() packets, at least one; `taken` says how many. With `alert`, pending
  // calls of that queue end the wait.
  [[nodiscard]] Outcome take(std::span<Packet> packets, std::size_t& taken,
                             const Deadline& deadline, ApcQueue* alert = nullptr);
  void push(std::span<const Packet> packets);
  void on_close(bool busy) override;

  [[nodiscard]] const std::shared_ptr<Driver>& driver() const { return driver_; }
  // Are packets waiting to be taken? A hint: it may be old when it arrives.
  [[nodiscard]] bool has_packets() const {
    // Relaxed: see above.
    return waiting_.load(std::memory_order_relaxed) > 0;
  }

  // The calling thread stops, or resumes, to count as running.
  void suspend_running();
  void resume_running();

 private:
  struct Waiter {
    Sleeper* sleeper;
    bool released;
    ApcQueue* alert;
  };
  static void prepare_to_sleep(const Waiter& waiter);

  // All of these: mutex held.
  [[nodiscard]] bool may_run() const { return running_ + releasing_ < concurrency_; }
  void note_size();
  std::size_t pop(std::span<Packet> packets);
  void release_waiters(std::size_t spoken_for);
  void release(Waiter& waiter);
  void become_running();
  void give_back_running();

  void lead(std::unique_lock<Mutex>& lock, Waiter& waiter, const Deadline& deadline);
  void park(std::unique_lock<Mutex>& lock, Waiter& waiter, const Deadline& deadline);

  const std::shared_ptr<Driver> driver_;
  const unsigned concurrency_;

  Mutex mutex_;
  // Guarded by mutex_:
  Ring<Packet> queue_;
  std::atomic<std::size_t> waiting_{0};  // queue_.size(), for has_packets()
  std::vector<Waiter*> parked_;          // the last one waited last
  Waiter* leader_ = nullptr;
  unsigned running_ = 0;    // took a packet and have not come back
  unsigned releasing_ = 0;  // woken for a packet, not here yet
  bool closed_ = false;
};

}  // namespace win32
