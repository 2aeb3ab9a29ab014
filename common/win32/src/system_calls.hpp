// The system calls on the I/O path, counted. Failures come back as -errno, so that no caller
// depends on errno surviving something in between.
#pragma once

#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <ctime>

#include "kernel_entries.hpp"

namespace win32::sys {

template <typename Call>
[[nodiscard]] auto counted(Call call) -> decltype(call()) {
  decltype(call()) result{};
  do {
    count_kernel_entry();
    result = call();
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

[[nodiscard]] inline ssize_t receive(int fd, msghdr* message, int flags) {
  return counted([=] { return ::recvmsg(fd, message, flags); });
}
[[nodiscard]] inline int receive_many(int fd, mmsghdr* messages, unsigned count) {
  return counted([=] { return ::recvmmsg(fd, messages, count, MSG_DONTWAIT, nullptr); });
}
[[nodiscard]] inline ssize_t send(int fd, const msghdr* message, int flags) {
  return counted([=] { return ::sendmsg(fd, message, flags | MSG_NOSIGNAL); });
}
[[nodiscard]] inline int send_many(int fd, mmsghdr* messages, unsigned count) {
  return counted([=] { return ::sendmmsg(fd, messages, count, MSG_DONTWAIT | MSG_NOSIGNAL); });
}

// A thread's timers may by default be 50 µs late, longer than the pause itself.
inline void pause(long nanoseconds) {
  thread_local const int exact = ::prctl(PR_SET_TIMERSLACK, 1UL);
  (void)exact;
  const timespec span{0, nanoseconds};
  count_kernel_entry();
  ::nanosleep(&span, nullptr);
}

// Waits for readiness; an interrupted wait counts as "nothing yet", the caller checks its deadline.
[[nodiscard]] inline int wait_ready(int epoll, epoll_event* events, int count, int milliseconds) {
  count_kernel_entry();
  const int ready = ::epoll_wait(epoll, events, count, milliseconds);
  return ready < 0 ? 0 : ready;
}
[[nodiscard]] inline int control(int epoll, int operation, int fd, epoll_event* event) {
  return counted([=] { return ::epoll_ctl(epoll, operation, fd, event); });
}

}  // namespace win32::sys
