#include "network_events.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <bit>
#include <utility>

#include "event.hpp"
#include "socket.hpp"
#include "status.hpp"
#include "system_calls.hpp"

namespace win32 {
namespace {

int pending_error(int fd) {
  int error = 0;
  socklen_t bytes = sizeof error;
  (void)sys::counted([&] { return ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &bytes); });
  return error == 0 ? 0 : static_cast<int>(winsock_error_of_errno(error));
}

// 1: bytes, 0: the end, -errno.
ssize_t look(int fd) {
  char byte = 0;
  return sys::counted([&] { return ::recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT); });
}

}  // namespace

long NetworkEvents::armed_at_first() const {
  if (socket_.listening.load()) return kCanAccept;
  if (socket_.datagram() || socket_.connected.load()) {
    return kCanRead | kCanSend | kOutOfBand | kClosed;
  }
  return 0;  // connect() arms it
}

void NetworkEvents::select(const std::shared_ptr<Event>& event, long events) {
  const std::lock_guard lock(mutex_);
  if (watched_ != 0) driver_->unwatch(socket_.fd());
  watched_ = 0;
  event_ = events != 0 ? event : nullptr;
  selected_ = event_ ? events : 0;
  armed_ = armed_at_first();
  report_ = {};
  driver_.reset();
  if (!event_) return;
  {
    const std::lock_guard dispatcher(dispatcher_mutex());
    driver_ = event_->network_driver();
  }
  watch();
}

bool NetworkEvents::active() {
  const std::lock_guard lock(mutex_);
  return event_ != nullptr;
}

void NetworkEvents::copy_to(Socket& accepted) {
  std::unique_lock lock(mutex_);
  const auto event = event_;
  const long events = selected_;
  lock.unlock();
  if (event) accepted.select_events(event, events);
}

void NetworkEvents::watch() {
  const long wanted = selected_ & armed_;
  std::uint32_t events = 0;
  if ((wanted & (kCanRead | kCanAccept | kClosed)) != 0) events |= EPOLLIN;
  if ((wanted & kClosed) != 0) events |= EPOLLRDHUP;
  // A close behind unread bytes is told when they have been read.
  if ((wanted & kCanRead) == 0 && (armed_ & kCanRead) == 0)
    events &= ~static_cast<std::uint32_t>(EPOLLIN | EPOLLRDHUP);
  if ((wanted & kCanAccept) != 0) events |= EPOLLIN;
  if ((wanted & (kCanSend | kConnected)) != 0) events |= EPOLLOUT;
  if ((wanted & kOutOfBand) != 0) events |= EPOLLPRI;
  if (events == watched_ || !driver_) return;
  if (events == 0) {
    driver_->unwatch(socket_.fd());
  } else {
    (void)driver_->watch(socket_.fd(), socket_.handle(), events, watched_ != 0);
  }
  watched_ = events;
}

void NetworkEvents::record(long event, int error) {
  if ((armed_ & event) == 0) return;
  armed_ &= ~event;
  if ((selected_ & event) == 0) return;
  report_.events |= event;
  report_.errors[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned long>(event)))] =
      error;
  set_event(*event_);
}

void NetworkEvents::note_input() {
  if (socket_.listening.load()) {
    record(kCanAccept, 0);
    return;
  }
  const ssize_t bytes = look(socket_.fd());
  if (bytes > 0 || (bytes == 0 && socket_.datagram())) {
    record(kCanRead, 0);
  } else if (bytes != -EAGAIN && !socket_.datagram()) {
    record(kClosed,
           bytes == 0 ? 0 : static_cast<int>(winsock_error_of_errno(static_cast<int>(-bytes))));
    armed_ &= ~static_cast<long>(kCanRead);
  }
}

void NetworkEvents::note_output() {
  if ((armed_ & kConnected) != 0) {
    const int error = pending_error(socket_.fd());
    record(kConnected, error);
    if (error == 0) {
      socket_.note_connected();
      armed_ |= kCanRead | kCanSend | kOutOfBand | kClosed;
    }
    if (error != 0) return;
  }
  record(kCanSend, 0);
}

void NetworkEvents::note(std::uint32_t ready) {
  const std::lock_guard lock(mutex_);
  if (!event_) return;
  if ((ready & (EPOLLOUT | EPOLLERR | EPOLLHUP)) != 0) note_output();
  if ((ready & (EPOLLIN | EPOLLRDHUP | EPOLLHUP)) != 0 && (armed_ & kConnected) == 0) note_input();
  if ((ready & EPOLLPRI) != 0) record(kOutOfBand, 0);
  watch();
}

void NetworkEvents::rearm(long events) {
  const std::lock_guard lock(mutex_);
  armed_ |= events;
  watch();
}

NetworkEvents::Report NetworkEvents::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(report_, {});
}

void Socket::select_events(const std::shared_ptr<Event>& event, long events) {
  NetworkEvents* network = network_events();
  if (network == nullptr) {
    auto made = std::make_unique<NetworkEvents>(*this);
    if (network_events_.compare_exchange_strong(network, made.get())) network = made.release();
  }
  nonblocking.store(true);
  network->select(event, events);
}

}  // namespace win32
