// Receiving: plain, and for the pending operations.
//
// A move takes what is there for the oldest operations, in one recvmmsg. While datagrams come one
// by one a plain recvmsg is cheaper: a batch of one costs a second, empty look inside the kernel.
// So a batch of one turns the batch form off, and two arrivals close together turn it on again.

#include <algorithm>
#include <array>
#include <cstring>

#include "socket.hpp"
#include "status.hpp"
#include "system_calls.hpp"

namespace win32 {
namespace {

constexpr std::size_t kBatch = 64;
constexpr int kBatchesPerPump = 4;  // a move ends, although more may keep arriving
const Ticks kDense = ticks_of_microseconds(8);
const Ticks kNeglected = ticks_of_microseconds(20);
const Ticks kJustNow = ticks_of_microseconds(5);

void prepare(Operation& operation, msghdr& message) {
  const auto vectors = operation.buffers.vectors();
  message = {};
  message.msg_iov = vectors.data();
  message.msg_iovlen = vectors.size();
  if (operation.from != nullptr) {
    message.msg_name = operation.from;
    message.msg_namelen = static_cast<socklen_t>(*operation.from_bytes);
  }
}

void store_sender(const Operation& operation, const msghdr& message) {
  if (operation.from != nullptr) *operation.from_bytes = static_cast<INT>(message.msg_namelen);
}

NTSTATUS status_of(const msghdr& message) {
  return (message.msg_flags & MSG_TRUNC) != 0 ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS;
}

// One buffer, one datagram: recvfrom does with less than recvmsg. It tells a datagram's whole
// length instead of a flag when the buffer is too short.
ssize_t receive_once(int fd, msghdr& message, int flags, bool datagram) {
  if (!datagram || message.msg_iovlen != 1) return sys::receive(fd, &message, flags);
  const iovec& into = *message.msg_iov;
  socklen_t* const name_bytes = message.msg_name != nullptr ? &message.msg_namelen : nullptr;
  const ssize_t bytes = sys::counted([&] {
    return ::recvfrom(fd, into.iov_base, into.iov_len, flags | MSG_TRUNC,
                      static_cast<sockaddr*>(message.msg_name), name_bytes);
  });
  const bool cut = bytes > static_cast<ssize_t>(into.iov_len);
  message.msg_flags = cut ? MSG_TRUNC : 0;
  return cut ? static_cast<ssize_t>(into.iov_len) : bytes;
}

}  // namespace

ssize_t Socket::receive(msghdr& message, int flags, bool wait) {
  const int mode = wait ? flags : flags | MSG_DONTWAIT;
  if (shut_receive.load()) return -ESHUTDOWN;
  // Linux tells of a reset once and then of an end; Windows keeps telling of the reset.
  if (was_reset.load()) return -ECONNRESET;
  for (;;) {
    const bool owed = datagram() && port_unreachable_.exchange(false);
    const ssize_t bytes = owed ? -ECONNREFUSED : receive_once(fd_, message, mode, datagram());
    if (closing()) return -EINTR;
    if (bytes == -ECONNRESET) was_reset.store(true);
    if (bytes != -ECONNREFUSED || !datagram()) return bytes;
    if (report_port_unreachable.load()) return bytes;
  }
}

// One operation, without waiting. On a stream a receive of no bytes only asks whether there is
// something, and takes nothing.
ssize_t Socket::receive_operation(Operation& operation, msghdr& message) {
  prepare(operation, message);
  if (datagram() || operation.buffers.bytes() > 0) {
    return receive(message, operation.flags, false);
  }
  char one = 0;
  iovec look{&one, sizeof one};
  message.msg_iov = &look;
  message.msg_iovlen = 1;
  const ssize_t bytes = receive(message, operation.flags | MSG_PEEK, false);
  return bytes > 0 ? 0 : bytes;
}

// Not when the descriptor was found empty a moment ago, and not while the port has other packets
// to hand out: then a later move takes this datagram together with its neighbours.
bool Socket::worth_trying_at_once() const {
  if (!receives_.empty() || (port_ && port_->has_packets())) return false;
  return !drained_ || now_ticks() - last_pump_ >= kJustNow;
}

Started Socket::start_receive(Operation&& operation) {
  const std::lock_guard lock(mutex_);
  if (closing()) return {Started::How::failed, 0, WSAENOTSOCK};
  begin(operation);
  if (worth_trying_at_once()) {
    msghdr message;
    const ssize_t bytes = receive_operation(operation, message);
    if (bytes >= 0) {
      store_sender(operation, message);
      return done_at_once(operation, status_of(message), static_cast<std::size_t>(bytes));
    }
    if (bytes != -EAGAIN) {
      const int error = static_cast<int>(-bytes);
      const long code = error == ECONNREFUSED ? WSAECONNRESET : 0;
      return {Started::How::failed, 0,
              code != 0 ? static_cast<DWORD>(code) : winsock_error_of_errno(error)};
    }
  }
  const Started started = pend(receives_, std::move(operation));
  // Posting drives: a busy server must let datagrams land in what it has posted.
  if (now_ticks() - last_pump_ > kNeglected && receives_.size() > 1) {
    dense_ = true;
    pump_receives();
  }
  return started;
}

void Socket::pump_receives() {
  Completions done(port_);
  bool more = true;
  for (int i = 0; i < kBatchesPerPump && more && !receives_.empty(); ++i) {
    const bool plain =
        !datagram() || receives_.size() == 1 || !dense_ || receives_.front().flags != 0;
    more = plain ? receive_one(done) : receive_batch(done);
  }
  const Ticks now = now_ticks();
  if (now - last_pump_ < kDense && !drained_) dense_ = true;
  last_pump_ = now;
  if (driver_) driver_->touch(now);
}

// Is it worth trying again at once? A stream may have more; after a single datagram the driver is
// asked instead.
bool Socket::receive_one(Completions& done) {
  if (receives_.front().kind == OperationKind::accept) return accept_one(done);
  Operation& operation = receives_.front();
  msghdr message;
  const ssize_t bytes = receive_operation(operation, message);
  drained_ = bytes == -EAGAIN;
  if (drained_ || bytes == -EINTR) return false;
  if (bytes >= 0) {
    store_sender(operation, message);
    finish(done, operation, status_of(message), static_cast<std::size_t>(bytes), false);
  } else {
    const int error = static_cast<int>(-bytes);
    finish(done, operation,
           error == ECONNREFUSED ? STATUS_PORT_UNREACHABLE : status_of_errno(error), 0, false);
  }
  receives_.pop_front();
  return !datagram();
}

bool Socket::receive_batch(Completions& done) {
  if (port_unreachable_.load()) return receive_one(done);
  std::array<mmsghdr, kBatch> messages;
  std::size_t count = 0;
  while (count < std::min(kBatch, receives_.size()) && receives_[count].flags == 0) {
    prepare(receives_[count], messages[count].msg_hdr);
    ++count;
  }
  const int received = sys::receive_many(fd_, messages.data(), static_cast<unsigned>(count));
  if (received == -EAGAIN) {
    drained_ = true;
    dense_ = false;
    return false;
  }
  if (received < 0) return receive_one(done);  // meets the same error, and reports it
  for (std::size_t i = 0; i < static_cast<std::size_t>(received); ++i) {
    const msghdr& message = messages[i].msg_hdr;
    store_sender(receives_[i], message);
    finish(done, receives_[i], status_of(message), messages[i].msg_len, false);
  }
  receives_.pop_front(static_cast<std::size_t>(received));
  // A short batch means that the descriptor was empty a moment ago.
  drained_ = static_cast<std::size_t>(received) < count;
  dense_ = received > 1;
  return !drained_;
}

}  // namespace win32
