// Sending: plain, and for the pending operations.

#include <fcntl.h>
#include <unistd.h>

#include <new>
#include <thread>

#include "network_events.hpp"
#include "socket.hpp"
#include "status.hpp"
#include "system_calls.hpp"
#include "transmission.hpp"

namespace win32 {
namespace {

void prepare(Operation& operation, msghdr& message) {
  const auto vectors = operation.buffers.vectors();
  message = {};
  message.msg_iov = vectors.data();
  message.msg_iovlen = vectors.size();
  if (operation.to) {
    message.msg_name = operation.to->bytes.data();
    message.msg_namelen = operation.to->length;
  }
}

}  // namespace

ssize_t Socket::send(const msghdr& message, int flags, bool wait) {
  const int mode = wait ? flags : flags | MSG_DONTWAIT;
  if (shut_send.load()) return -ESHUTDOWN;
  if (was_reset.load()) return -ECONNRESET;
  for (;;) {
    const ssize_t bytes = sys::send(fd_, &message, mode);
    if (closing()) return -EINTR;
    if (bytes == -EAGAIN && network_events() != nullptr) network_events()->rearm(kCanSend);
    if (bytes == -EPIPE) return -ECONNRESET;
    // Linux tells the sender that an earlier datagram met a closed port; Windows tells the
    // receiver. The report took the error away, so the second try sends.
    if (bytes != -ECONNREFUSED || !datagram()) return bytes;
    if (report_port_unreachable.load()) port_unreachable_.store(true);
  }
}

// Moves what the kernel takes now. 0: all of it is sent, or an error as -errno; -EAGAIN: some is
// left. Sends on a stream complete whole, however many moves they take.
int Socket::send_operation(Operation& operation) {
  if (operation.kind == OperationKind::connect) {
    if (const int result = finish_connect(operation)) return result;
    if (operation.buffers.bytes() == 0) return 0;
  }
  for (;;) {
    if (const int result = send_buffers(operation)) return result;
    int error = 0;
    Transmission* const transmission = operation.transmission();
    if (transmission == nullptr) return 0;
    if (!transmission->refill(operation.buffers, error)) {
      if (error == 0 && transmission->disconnect) end_sending(transmission->reuse);
      return -error;
    }
  }
}

// The operation's present buffers. Results as of send_operation().
int Socket::send_buffers(Operation& operation) {
  if (operation.transmission() != nullptr && operation.buffers.left() == 0) return 0;
  for (;;) {
    msghdr message;
    prepare(operation, message);
    const ssize_t bytes = send(message, operation.flags, false);
    if (bytes < 0) return static_cast<int>(bytes);
    operation.done_bytes += static_cast<std::size_t>(bytes);
    if (datagram()) return 0;
    operation.buffers.advance(static_cast<std::size_t>(bytes));
    if (operation.buffers.left() == 0) return 0;
  }
}

bool Socket::has_rest() {
  const std::lock_guard lock(mutex_);
  return !sends_.empty() && sends_.front().overlapped == nullptr;
}

bool Socket::keep_rest(const Buffers& buffers) {
  Operation rest;
  const std::size_t bytes = buffers.left();
  char* const kept = new (std::nothrow) char[bytes];
  if (kept == nullptr) return false;
  rest.make_special().kept.reset(kept);
  buffers.copy_left(kept);
  const WSABUF one{static_cast<ULONG>(bytes), kept};
  rest.buffers = Buffers({&one, 1});
  const std::lock_guard lock(mutex_);
  (void)pend(sends_, std::move(rest));
  return true;
}

namespace {

// What a closed socket still owed: sent by a thread of its own, within a limit, as Windows does in
// the kernel.
void send_all(int fd, Ring<Operation>& owed) {
  const timeval limit{30, 0};
  (void)::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  for (; !owed.empty(); owed.pop_front()) {
    msghdr message;
    for (Buffers& buffers = owed.front().buffers; buffers.left() > 0;) {
      prepare(owed.front(), message);
      const ssize_t bytes = sys::send(fd, &message, 0);
      if (bytes <= 0) return;
      buffers.advance(static_cast<std::size_t>(bytes));
    }
  }
}

}  // namespace

void Socket::send_rest_in_background() {
  auto owed = std::make_shared<Ring<Operation>>();
  sends_.extract([](const Operation& operation) { return operation.overlapped == nullptr; },
                 [&](Operation& operation) { owed->push_back(std::move(operation)); });
  const int fd = owed->empty() ? -1 : ::fcntl(fd_, F_DUPFD_CLOEXEC, 0);
  if (fd < 0) return;
  std::thread([owed, fd] {
    send_all(fd, *owed);
    ::close(fd);
  }).detach();
}

Started Socket::start_send(Operation&& operation) {
  const std::lock_guard lock(mutex_);
  if (closing()) return {Started::How::failed, 0, WSAENOTSOCK};
  begin(operation);
  if (sends_.empty()) {
    const int result = send_operation(operation);
    if (result == 0) return done_at_once(operation, STATUS_SUCCESS, operation.done_bytes);
    if (result != -EAGAIN) return {Started::How::failed, 0, winsock_error_of_errno(-result)};
  }
  return pend(sends_, std::move(operation));
}

Started Socket::start_transmit(Operation&& operation) {
  operation.kind = OperationKind::transmit;
  return start_send(std::move(operation));
}

void Socket::pump_sends() {
  Completions done(port_);
  while (!sends_.empty()) {
    Operation& operation = sends_.front();
    const int result = send_operation(operation);
    if (result == -EAGAIN || result == -EINTR) return;
    finish(done, operation, result == 0 ? STATUS_SUCCESS : status_of_errno(-result),
           result == 0 ? operation.done_bytes : 0, false);
    sends_.pop_front();
  }
}

}  // namespace win32
