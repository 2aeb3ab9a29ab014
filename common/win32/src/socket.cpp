#include "socket.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apc_queue.hpp"
#include "event.hpp"
#include "network_events.hpp"
#include "running_scope.hpp"
#include "socket_ready.hpp"
#include "status.hpp"
#include "system_calls.hpp"
#include "win32/kernel.h"

namespace win32 {
namespace {

// hEvent without its low bit, which only says "no packet, please".
Use<Event> event_of(const OVERLAPPED& overlapped) {
  return Use<Event>(overlapped.hEvent);
}

bool wants_no_packet(const OVERLAPPED& overlapped) {
  return (reinterpret_cast<std::uintptr_t>(overlapped.hEvent) & 1U) != 0;
}

void store_result(OVERLAPPED& overlapped, NTSTATUS status, std::size_t bytes) {
  overlapped.InternalHigh = bytes;
  // Release: whoever sees the status sees the byte count and the data.
  std::atomic_ref(overlapped.Internal)
      .store(static_cast<ULONG_PTR>(static_cast<DWORD>(status)), std::memory_order_release);
}

void queue_routine(const Routine& routine, OVERLAPPED& overlapped, NTSTATUS status, DWORD bytes) {
  const DWORD error = routine.win32_errors ? win32_error_of(status) : winsock_error_of(status);
  routine.calls->push([function = routine.function, error, bytes, block = &overlapped] {
    function(error, bytes, block, 0);
  });
}

}  // namespace

void socket_ready(std::uintptr_t handle, std::uint32_t events) {
  const Use<Socket> socket(handle);
  if (socket) socket->ready(events);
}

Socket::Socket(int fd, const Traits& traits) : Waitable(Kind::socket), fd_(fd), traits_(traits) {}

Socket::~Socket() {
  delete network_events_.load();
  ::close(fd_);
}

// Drivers know a socket by a handle, and every handle of the program's may be closed before the
// last.
void Socket::prepare_to_be_shared() {
  const std::lock_guard lock(mutex_);
  if (internal_handle_ != 0) return;
  internal_handle_ = HandleTable::instance().insert_internal(shared_from_this());
  if (internal_handle_ == 0) return;
  handle_ = internal_handle_;
  if (watched_ != 0 && driver_->watch(fd_, handle_, watched_, true)) return;
  watched_ = 0;
  watch_outstanding();
}

void Socket::on_close(bool busy) {
  closing_.store(true);
  if (NetworkEvents* const events = network_events()) events->stop();
  std::shared_ptr<RegisteredQueue> queue;
  {
    const std::lock_guard lock(mutex_);
    Completions done(port_);
    // A live stream that its owner closes is an aborted connection; all else is merely cancelled.
    const NTSTATUS status = is_connected() ? STATUS_CONNECTION_ABORTED : STATUS_CANCELLED;
    send_rest_in_background();
    (void)cancel_matching(receives_, {nullptr, 0, status}, done);
    (void)cancel_matching(sends_, {nullptr, 0, status}, done);
    unwatch();
    queue = std::move(registered_queue_);
  }
  if (queue) queue->close();
  // Wakes threads that block in the kernel on this descriptor; alone, close() would not.
  if (busy) ::shutdown(fd_, SHUT_RDWR);
  if (internal_handle_ != 0) HandleTable::instance().remove_internal(internal_handle_);
}

bool Socket::attach(const std::shared_ptr<Port>& port, ULONG_PTR key) {
  const std::lock_guard lock(mutex_);
  if (port_ || !traits_.overlapped) return false;
  unwatch();
  port_ = port;
  key_ = key;
  driver_ = port->driver();
  watch_outstanding();
  return true;
}

bool Socket::attached() {
  const std::lock_guard lock(mutex_);
  return port_ != nullptr;
}

bool Socket::wait_alertably(short events) const {
  timeval limit{};
  socklen_t bytes = sizeof limit;
  const int option = events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO;
  (void)::getsockopt(fd_, SOL_SOCKET, option, &limit, &bytes);
  const auto milliseconds = static_cast<DWORD>(limit.tv_sec * 1000 + limit.tv_usec / 1000);
  const Deadline deadline =
      Deadline::after_milliseconds(milliseconds == 0 ? INFINITE : milliseconds);
  ApcQueue& calls = *ApcQueue::current();
  const NotRunningScope blocked;
  while (!closing()) {
    std::array<pollfd, 2> ready{{{fd_, events, 0}, {calls.descriptor(), POLLIN, 0}}};
    (void)sys::counted(
        [&] { return ::poll(ready.data(), ready.size(), deadline.left_milliseconds()); });
    (void)calls.run();
    if (ready[0].revents != 0) return true;
    if (deadline.passed()) return false;
  }
  return true;
}

void Socket::set_notification_modes(unsigned flags) {
  const std::lock_guard lock(mutex_);
  notification_modes_ |= flags;  // sticky
}

bool Socket::adopt(std::shared_ptr<RegisteredQueue> queue) {
  const std::lock_guard lock(mutex_);
  if (registered_queue_ || closing()) return false;
  registered_queue_ = std::move(queue);
  return true;
}

void Socket::ready(std::uint32_t events) {
  std::shared_ptr<RegisteredQueue> queue;
  {
    const std::lock_guard lock(mutex_);
    if (closing()) return;
    const bool failed = (events & (EPOLLERR | EPOLLHUP)) != 0;
    const bool idle = receives_.empty() && sends_.empty();
    if (!receives_.empty() && (failed || (events & EPOLLIN) != 0)) pump_receives();
    if (!sends_.empty() && (failed || (events & EPOLLOUT) != 0)) pump_sends();
    // Ready, and nothing outstanding: stop listening, or the leader would never sleep. Not as soon
    // as the last operation is done: usually the next one is already on its way.
    if (idle) unwatch();
    queue = registered_queue_;
  }
  if (queue) queue->ready(events);
  if (NetworkEvents* const network = network_events()) network->note(events);
}

void Socket::move_now() {
  ready(EPOLLIN | EPOLLOUT);
}

bool Socket::cancel(const OVERLAPPED* overlapped, DWORD thread) {
  const std::lock_guard lock(mutex_);
  Completions done(port_);
  const Cancellation which{overlapped, thread, STATUS_CANCELLED};
  const bool receives = cancel_matching(receives_, which, done);
  const bool sends = cancel_matching(sends_, which, done);
  return receives || sends;
}

bool Socket::cancel_matching(Ring<Operation>& queue, const Cancellation& which, Completions& done) {
  bool any = false;
  const auto matches = [&](const Operation& operation) {
    // The rest of a non-blocking send has been reported: it goes out, whatever is cancelled.
    if (operation.overlapped == nullptr) return false;
    return (which.overlapped == nullptr || operation.overlapped == which.overlapped) &&
           (which.thread == 0 || operation.thread == which.thread);
  };
  queue.extract(matches, [&](const Operation& operation) {
    any = true;
    finish(done, operation, which.status, 0, false);
  });
  return any;
}

void Socket::begin(Operation& operation) {
  if (operation.overlapped == nullptr) return;
  OVERLAPPED& overlapped = *operation.overlapped;
  operation.thread = GetCurrentThreadId();
  // Relaxed: nobody can wait for this operation before the call that starts it returns.
  std::atomic_ref(overlapped.Internal)
      .store(static_cast<ULONG_PTR>(STATUS_PENDING), std::memory_order_relaxed);
  if (operation.routine() != nullptr) return;  // whose block may carry anything in hEvent
  if (const auto event = event_of(overlapped)) {
    reset_event(*event);
  } else if (!port_) {
    const std::lock_guard lock(dispatcher_mutex());
    clear();
  }
}

Started Socket::pend(Ring<Operation>& queue, Operation&& operation) {
  const auto calls = operation.routine() != nullptr ? operation.routine()->calls : nullptr;
  const auto event =
      operation.overlapped != nullptr && !calls ? event_of(*operation.overlapped) : Use<Event>();
  queue.push_back(std::move(operation));
  watch_outstanding();
  if (calls) {
    calls->add_source(driver_);
  } else if (event || !port_) {
    const std::lock_guard lock(dispatcher_mutex());
    Waitable& signalled = event ? static_cast<Waitable&>(*event) : *this;
    signalled.add_source(driver_);
  }
  return {Started::How::pending, 0, WSA_IO_PENDING};
}

Started Socket::done_at_once(const Operation& operation, NTSTATUS status, std::size_t bytes) {
  Completions done(port_);
  finish(done, operation, status, bytes, true);
  return {succeeded(status) ? Started::How::done : Started::How::failed, static_cast<DWORD>(bytes),
          winsock_error_of(status)};
}

// Event first, then the packet: with both, a thread that has the packet finds the event set.
void Socket::finish(Completions& done, const Operation& operation, NTSTATUS status,
                    std::size_t bytes, bool at_once) {
  if (operation.overlapped == nullptr) return;
  OVERLAPPED& overlapped = *operation.overlapped;
  if (Routine* const routine = operation.routine()) {
    store_result(overlapped, status, bytes);
    queue_routine(*routine, overlapped, status, static_cast<DWORD>(bytes));
    return;
  }
  const bool skipped = at_once && (notification_modes_ & FILE_SKIP_COMPLETION_PORT_ON_SUCCESS) != 0;
  const bool elsewhere = operation.kind == OperationKind::first_data;
  const auto& port = elsewhere ? operation.acceptance()->port : port_;
  const bool packet = port && !skipped && !wants_no_packet(overlapped);
  const auto event = event_of(overlapped);
  // From here on a program that polls the block may free it.
  store_result(overlapped, status, bytes);
  if (event) {
    set_event(*event);
  } else if (!port) {
    const std::lock_guard lock(dispatcher_mutex());
    set();
  }
  if (!packet) return;
  const Packet report{elsewhere ? operation.acceptance()->key : key_, operation.overlapped, status,
                      static_cast<DWORD>(bytes)};
  if (elsewhere) {
    port->push({&report, 1});
  } else {
    done.add(report);
  }
}

Driver* Socket::driver() {
  if (!driver_) driver_ = Driver::create();
  return driver_.get();
}

void Socket::watch_outstanding() {
  const std::uint32_t wanted = (receives_.empty() ? 0U : static_cast<std::uint32_t>(EPOLLIN)) |
                               (sends_.empty() ? 0U : static_cast<std::uint32_t>(EPOLLOUT));
  if ((wanted & ~watched_) == 0 || driver() == nullptr) return;
  if (driver_->watch(fd_, handle_, wanted, watched_ != 0)) watched_ = wanted;
}

void Socket::unwatch() {
  if (watched_ != 0) driver_->unwatch(fd_);
  watched_ = 0;
}

}  // namespace win32
