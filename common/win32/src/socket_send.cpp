// Sending: plain, and for the pending operations.

#include "socket.hpp"
#include "status.hpp"
#include "system_calls.hpp"

namespace win32 {
namespace {

void prepare(Operation& operation, msghdr& message) {
  const auto vectors = operation.buffers.vectors();
  message = {};
  message.msg_iov = vectors.data();
  message.msg_iovlen = vectors.size();
  if (operation.to.length > 0) {
    message.msg_name = operation.to.bytes.data();
    message.msg_namelen = operation.to.length;
  }
}

}  // namespace

ssize_t Socket::send(const msghdr& message, int flags, bool wait) {
  const int mode = wait ? flags : flags | MSG_DONTWAIT;
  for (;;) {
    const ssize_t bytes = sys::send(fd_, &message, mode);
    if (closing()) return -EINTR;
    // Linux tells the sender that an earlier datagram met a closed port; Windows tells the
    // receiver. The report took the error away, so the second try sends.
    if (bytes != -ECONNREFUSED || !datagram()) return bytes;
    if (report_port_unreachable.load()) port_unreachable_.store(true);
  }
}

Started Socket::start_send(Operation operation) {
  const std::lock_guard lock(mutex_);
  if (closing()) return {Started::How::failed, 0, WSAENOTSOCK};
  begin(operation);
  if (sends_.empty()) {
    msghdr message;
    prepare(operation, message);
    const ssize_t bytes = send(message, operation.flags, false);
    if (bytes >= 0) {
      return done_at_once(operation, STATUS_SUCCESS, static_cast<std::size_t>(bytes));
    }
    if (bytes != -EAGAIN) {
      return {Started::How::failed, 0, winsock_error_of_errno(static_cast<int>(-bytes))};
    }
  }
  return pend(sends_, std::move(operation));
}

void Socket::pump_sends() {
  Completions done(port_);
  while (!sends_.empty()) {
    Operation& operation = sends_.front();
    msghdr message;
    prepare(operation, message);
    const ssize_t bytes = send(message, operation.flags, false);
    if (bytes == -EAGAIN || bytes == -EINTR) return;
    const NTSTATUS status = bytes >= 0 ? STATUS_SUCCESS : status_of_errno(static_cast<int>(-bytes));
    finish(done, operation, status, bytes >= 0 ? static_cast<std::size_t>(bytes) : 0, false);
    sends_.pop_front();
  }
}

}  // namespace win32
