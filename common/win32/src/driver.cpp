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

bool Driver::watch(int fd, std::uintptr_t socket, std::uint32_t events, bool again) {
  // Room to send is something that only the kernel can tell.
  if (events != EPOLLIN) watch_instead();
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
  std::uintptr_t direct = 0;
  {
    const std::lock_guard lock(direct_mutex_);
    direct = direct_.socket;
  }
  if (direct != 0) {
    socket_ready(direct, EPOLLIN);
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
