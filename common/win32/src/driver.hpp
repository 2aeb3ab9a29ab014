// A driver: the sockets of one completion port, one RIO completion queue or one event-driven
// socket, and the thread that at the moment waits for them.
//
// Callers drive: whoever waits for a completion leads the driver, that is, sleeps in its epoll_wait
// and moves the bytes of the sockets that became ready. One leader at a time; the others sleep
// until somebody wakes them. Sockets are watched level-triggered, and only while requests are
// outstanding: a socket with data and no request would keep the leader awake for nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "deadline.hpp"
#include "sleeper.hpp"
#include "ticks.hpp"

namespace win32 {

class Driver {
 public:
  // nullptr when the process is out of descriptors.
  [[nodiscard]] static std::shared_ptr<Driver> create();
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // `events` as in EPOLLIN, EPOLLOUT; `socket` is the handle that becomes ready.
  [[nodiscard]] bool watch(int fd, std::uintptr_t socket, std::uint32_t events, bool again);
  void unwatch(int fd);

  // Whoever polls a queue of one socket looks at the socket itself. To be watched as well would
  // cost the sender of every datagram a call for nothing. From the second socket on it pays: one
  // question then answers for all of them.
  void look_directly();
  void watch_instead();

  // The socket, watched for nothing but arrivals, was found with many of them. While that goes on
  // and it is the only one, the leader pauses for a moment and looks, instead of being woken by the
  // next datagram for a handful of them: what a network card's driver does with its interrupts.
  // `drained`: the look emptied the socket, so that there is nothing before the pause.
  void expect_more(int fd, std::uintptr_t socket, bool drained);

  [[nodiscard]] bool try_lead();
  // Gives the lead away, to a waiting thread if there is one.
  void leave();
  // Waits once, as the leader, and moves what is ready.
  void turn(Sleeper& sleeper, const Deadline& deadline);
  // Moves what is ready now; anybody may call.
  void turn_without_waiting();
  // Leads, or sleeps while another thread leads, until woken or the deadline.
  void wait(Sleeper& sleeper, const Deadline& deadline);
  // Somebody moved bytes of these sockets by himself: they are not neglected.
  void touch(Ticks now) {
    // Relaxed: the time stamp only tells the fallback driver how long nobody drove.
    last_driven_.store(now, std::memory_order_relaxed);
  }
  // Ends the leader's wait.
  void interrupt();
  // Forgets interrupts; for a thread that polled the descriptor itself.
  void absorb_interrupts();

  // The fallback driver asks: are requests outstanding that nobody has driven since `since`?
  [[nodiscard]] bool neglected(Ticks since) const;
  [[nodiscard]] bool led() const { return led_.load(); }
  [[nodiscard]] bool has_watches() const { return watches_.load() > 0; }
  [[nodiscard]] int descriptor() const { return epoll_; }

 private:
  struct Direct {
    int fd = -1;
    std::uintptr_t socket = 0;
  };

  Driver(int epoll, int wake) : epoll_(epoll), wake_(wake) {}
  [[nodiscard]] bool watch_by_kernel(int fd, std::uintptr_t socket, std::uint32_t events,
                                     bool again);
  void begin_pausing();
  [[nodiscard]] std::uintptr_t direct_socket();
  void look_after_a_pause(Sleeper& sleeper, const Deadline& deadline, std::uintptr_t socket);

  const int epoll_;
  const int wake_;
  std::atomic<bool> led_{false};
  std::atomic<int> watches_{0};
  std::atomic<Ticks> last_driven_{0};
  std::mutex direct_mutex_;
  // Guarded by direct_mutex_:
  bool looks_directly_ = false;
  Direct direct_;    // the one socket that is looked at, while it is watched
  Direct expected_;  // found with many arrivals
  std::atomic<bool> expects_more_{false};
  std::atomic<bool> drained_{false};
  std::mutex followers_mutex_;
  std::vector<Sleeper*> followers_;  // guarded by followers_mutex_
};

}  // namespace win32
