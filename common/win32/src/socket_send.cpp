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
    msghdr message;
    prepare(operation, message);
    const ssize_t bytes = send(message, operation.flags, false);
    if (bytes < 0) return static_cast<int>(bytes);
    operation.done_bytes += static_cast<std::size_t>(bytes);
    if (datagram() || operation.done_bytes >= operation.buffers.bytes()) return 0;
    operation.buffers.advance(static_cast<std::size_t>(bytes));
  }
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
