#include "driver.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "fallback_driver.hpp"
#include "socket_ready.hpp"
#include "system_calls.hpp"

namespace win32 {
namespace {

constexpr std::uintptr_t kInterrupt = 0;  // no socket has handle 0
constexpr int kEventsPerTurn = 64;
constexpr long kPauseNanoseconds = 60'000;

}  // namespace

std::shared_ptr<Driver> Driver::create() {
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  const int wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  epoll_event event{EPOLLIN, {.u64 = kInterrupt}};
  if (epoll < 0 || wake < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, wake, &event) != 0) {
    if (epoll >= 0) close(epoll);
    if (wake >= 0) close(wake);
    return nullptr;
  }
  std::shared_ptr<Driver> driver(new Driver(epoll, wake));
  FallbackDriver::instance().add(driver);
  return driver;
}

Driver::~Driver() {
  close(epoll_);
  close(wake_);
}

void Driver::look_directly() {
  const std::lock_guard lock(direct_mutex_);
  looks_directly_ = true;
}

void Driver::watch_instead() {
  const std::lock_guard lock(direct_mutex_);
  looks_directly_ = false;
  const Direct watched = std::exchange(direct_, {});
  if (watched.fd < 0) return;
  watches_.fetch_sub(1);
  (void)watch_by_kernel(watched.fd, watched.socket, EPOLLIN, false);
}

void Driver::expect_more(int fd, std::uintptr_t socket, bool drained) {
  const std::lock_guard lock(direct_mutex_);
  expected_ = {fd, socket};
  // Relaxed: hints for the next turn.
  drained_.store(drained, std::memory_order_relaxed);
  expects_more_.store(true, std::memory_order_relaxed);
}

// The kernel stops watching the socket: telling a watcher costs the sender of each datagram.
void Driver::begin_pausing() {
  const std::lock_guard lock(direct_mutex_);
  if (looks_directly_ || direct_.fd >= 0 || expected_.fd < 0 || watches_.load() != 1) return;
  if (sys::control(epoll_, EPOLL_CTL_DEL, expected_.fd, nullptr) == 0) direct_ = expected_;
}

std::uintptr_t Driver::direct_socket() {
  const std::lock_guard lock(direct_mutex_);
  return direct_.socket;
}

void Driver::look_after_a_pause(Sleeper& sleeper, const Deadline& deadline, std::uintptr_t socket) {
  // Relaxed: see expect_more().
  expects_more_.store(false, std::memory_order_relaxed);
  if (drained_.load(std::memory_order_relaxed) && !sleeper.woken() && !deadline.passed()) {
    sys::pause(kPauseNanoseconds);
  }
  socket_ready(socket, EPOLLIN);
  if (!expects_more_.load(std::memory_order_relaxed)) watch_instead();
}

bool Driver::watch(int fd, std::uintptr_t socket, std::uint32_t events, bool again) {
  // Room to send is something that only the kernel can tell; two sockets are too many to look at.
  if (events != EPOLLIN || (!again && has_watches())) watch_instead();
  const std::lock_guard lock(direct_mutex_);
  if (!looks_directly_) return watch_by_kernel(fd, socket, events, again);
  direct_ = {fd, socket};
  watches_.fetch_add(1);
  FallbackDriver::instance().notice();
  return true;
}

bool Driver::watch_by_kernel(int fd, std::uintptr_t socket, std::uint32_t events, bool again) {
  epoll_event event{events, {.u64 = socket}};
  if (sys::control(epoll_, again ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event) != 0) return false;
  if (!again) {
    watches_.fetch_add(1);
    FallbackDriver::instance().notice();
  }
  return true;
}

void Driver::unwatch(int fd) {
  const std::lock_guard lock(direct_mutex_);
  if (expected_.fd == fd) expected_ = {};
  if (direct_.fd == fd) {
    direct_ = {};
    watches_.fetch_sub(1);
    return;
  }
  if (sys::control(epoll_, EPOLL_CTL_DEL, fd, nullptr) == 0) watches_.fetch_sub(1);
}

bool Driver::try_lead() {
  return !led_.exchange(true);
}

void Driver::leave() {
  touch(now_ticks());
  led_.store(false);
  Sleeper* successor = nullptr;
  {
    const std::lock_guard lock(followers_mutex_);
    if (!followers_.empty()) successor = followers_.back();
  }
  if (successor != nullptr) {
    successor->wake();
  } else {
    FallbackDriver::instance().notice();
  }
}

void Driver::turn(Sleeper& sleeper, const Deadline& deadline) {
  // Relaxed: see expect_more().
  if (expects_more_.load(std::memory_order_relaxed)) begin_pausing();
  if (const std::uintptr_t socket = direct_socket()) {
    look_after_a_pause(sleeper, deadline, socket);
    return;
  }
  if (!sleeper.begin_leading(*this)) return;
  std::array<epoll_event, kEventsPerTurn> events;
  const int ready =
      sys::wait_ready(epoll_, events.data(), kEventsPerTurn, deadline.left_milliseconds());
  sleeper.end_leading();
  for (int i = 0; i < ready; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    if (event.data.u64 == kInterrupt) {
      absorb_interrupts();
    } else {
      socket_ready(event.data.u64, event.events);
    }
  }
}

void Driver::turn_without_waiting() {
  if (const std::uintptr_t socket = direct_socket()) {
    socket_ready(socket, EPOLLIN);
    return;
  }
  std::array<epoll_event, kEventsPerTurn> events;
  const int ready = sys::wait_ready(epoll_, events.data(), kEventsPerTurn, 0);
  // An interrupt is meant for the leader, who may just be going to sleep: leave it in place.
  for (int i = 0; i < ready; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    if (event.data.u64 != kInterrupt) socket_ready(event.data.u64, event.events);
  }
}

void Driver::wait(Sleeper& sleeper, const Deadline& deadline) {
  if (try_lead()) {
    while (!sleeper.woken() && !deadline.passed())
      turn(sleeper, deadline);
    leave();
    return;
  }
  {
    const std::lock_guard lock(followers_mutex_);
    followers_.push_back(&sleeper);
  }
  // The leader may have left before it could see us: then its lead is ours to take.
  if (led()) sleeper.sleep(deadline);
  const std::lock_guard lock(followers_mutex_);
  std::erase(followers_, &sleeper);
}

void Driver::interrupt() {
  const std::uint64_t one = 1;
  (void)sys::counted([&] { return ::write(wake_, &one, sizeof one); });
}

void Driver::absorb_interrupts() {
  std::uint64_t count = 0;
  (void)sys::counted([&] { return ::read(wake_, &count, sizeof count); });
}

bool Driver::neglected(Ticks since) const {
  // Relaxed: see touch().
  return has_watches() && !led() && last_driven_.load(std::memory_order_relaxed) < since;
}

}  // namespace win32
