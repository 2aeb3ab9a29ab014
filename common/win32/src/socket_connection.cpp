// Connections made and ended by overlapped calls: AcceptEx, ConnectEx, DisconnectEx.
//
// An AcceptEx waits among the listener's receives, a ConnectEx among the socket's sends; order,
// cancelling and closing are then the same as for every other operation. The accepted connection
// takes over the descriptor number of the socket that the program supplied.

#include <fcntl.h>
#include <netinet/in.h>
#include <unistd.h>

#include <cstring>

#include "handle_table.hpp"
#include "socket.hpp"
#include "status.hpp"
#include "system_calls.hpp"

namespace win32 {
namespace {

using Clock = std::chrono::steady_clock;
using NameCall = int (*)(int, sockaddr*, socklen_t*);

// Length, then address: what GetAcceptExSockaddrs finds again. The 16 extra bytes leave room.
void store_address(char* area, int fd, NameCall name) {
  sockaddr_in6 address{};
  socklen_t bytes = sizeof address;
  if (name(fd, reinterpret_cast<sockaddr*>(&address), &bytes) != 0) bytes = 0;
  const auto length = static_cast<INT>(bytes);
  std::memcpy(area, &length, sizeof length);
  std::memcpy(area + sizeof length, &address, bytes);
}

void store_addresses(const Acceptance& acceptance, int fd) {
  store_address(acceptance.addresses, fd, ::getsockname);
  store_address(acceptance.addresses + acceptance.local_bytes, fd, ::getpeername);
}

}  // namespace

std::optional<std::chrono::seconds> Socket::connected_for() const {
  const auto since = connected_at_.load();
  if (since == 0) return std::nullopt;
  const auto elapsed = Clock::now().time_since_epoch() - Clock::duration(since);
  return std::chrono::duration_cast<std::chrono::seconds>(elapsed);
}

bool Socket::is_connected() {
  if (connected.load() || !connecting.load()) return connected.load();
  sockaddr_in6 peer{};
  socklen_t bytes = sizeof peer;
  const int result =
      sys::counted([&] { return ::getpeername(fd_, reinterpret_cast<sockaddr*>(&peer), &bytes); });
  if (result == 0) note_connected();
  return result == 0;
}

bool Socket::connect_is_pending() {
  const std::lock_guard lock(mutex_);
  return !sends_.empty() && sends_.front().kind == OperationKind::connect;
}

void Socket::note_connected() {
  connecting.store(false);
  bound.store(true);
  connected.store(true);
  connected_at_.store(Clock::now().time_since_epoch().count());
}

Started Socket::start_accept(Operation&& operation) {
  const std::lock_guard lock(mutex_);
  if (closing()) return {Started::How::failed, 0, WSAENOTSOCK};
  begin(operation);
  const Started started = pend(receives_, std::move(operation));
  if (receives_.size() == 1) pump_receives();
  return started;
}

bool Socket::accept_one(Completions& done) {
  Operation& operation = receives_.front();
  const int fd = sys::counted([&] { return ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC); });
  if (fd == -ECONNABORTED) return true;  // the peer gave up: as if it had never come
  drained_ = fd == -EAGAIN;
  if (drained_) return false;
  const Use<Socket> target(operation.acceptance()->socket);
  if (fd < 0 || !target) {
    if (fd >= 0) ::close(fd);
    finish(done, operation, fd < 0 ? status_of_errno(-fd) : STATUS_CANCELLED, 0, false);
  } else {
    store_addresses(*operation.acceptance(), fd);
    target->take_over(fd);
    if (operation.buffers.bytes() > 0) {
      target->await_first_data(std::move(operation), port_, key_);
    } else {
      finish(done, operation, STATUS_SUCCESS, 0, false);
    }
  }
  receives_.pop_front();
  return true;
}

void Socket::take_over(int fd) {
  (void)::dup3(fd, fd_, O_CLOEXEC);
  ::close(fd);
  needs_context.store(true);
  note_connected();
}

void Socket::await_first_data(Operation operation, std::shared_ptr<Port> port, ULONG_PTR key) {
  const std::lock_guard lock(mutex_);
  operation.kind = OperationKind::first_data;
  // Until it has a port of its own, whoever waits for the listener drives this socket, too.
  if (!driver_ && port) driver_ = port->driver();
  operation.acceptance()->port = std::move(port);
  operation.acceptance()->key = key;
  receives_.push_back(std::move(operation));
  watch_outstanding();
  pump_receives();
}

Started Socket::start_connect(Operation&& operation, const sockaddr* to, socklen_t bytes) {
  const std::lock_guard lock(mutex_);
  if (closing()) return {Started::How::failed, 0, WSAENOTSOCK};
  const int flags = ::fcntl(fd_, F_GETFL);
  (void)::fcntl(fd_, F_SETFL, flags | O_NONBLOCK);
  const int result = sys::counted([&] { return ::connect(fd_, to, bytes); });
  (void)::fcntl(fd_, F_SETFL, flags);
  // A refusal comes as a packet, like every other end of a ConnectEx.
  if (result < 0 && result != -EINPROGRESS && result != -ECONNREFUSED) {
    return {Started::How::failed, 0, winsock_error_of_errno(-result)};
  }
  begin(operation);
  operation.kind = OperationKind::connect;
  if (result == -ECONNREFUSED) {
    Completions done(port_);
    finish(done, operation, STATUS_CONNECTION_REFUSED, 0, false);
    return {Started::How::pending, 0, WSA_IO_PENDING};
  }
  const Started started = pend(sends_, std::move(operation));
  pump_sends();
  return started;
}

// 0: connected; -EAGAIN: not yet.
int Socket::finish_connect(Operation& operation) {
  int error = 0;
  socklen_t bytes = sizeof error;
  sockaddr_in6 peer{};
  socklen_t peer_bytes = sizeof peer;
  count_kernel_entry();
  if (::getsockopt(fd_, SOL_SOCKET, SO_ERROR, &error, &bytes) != 0) return -errno;
  if (error != 0) return -error;
  count_kernel_entry();
  if (::getpeername(fd_, reinterpret_cast<sockaddr*>(&peer), &peer_bytes) != 0) return -EAGAIN;
  operation.kind = OperationKind::transfer;
  needs_context.store(true);
  note_connected();
  return 0;
}

Started Socket::disconnect(OVERLAPPED* overlapped, bool reuse) {
  const std::lock_guard lock(mutex_);
  if (closing()) return {Started::How::failed, 0, WSAENOTSOCK};
  if (!is_connected()) return {Started::How::failed, 0, WSAENOTCONN};
  Operation operation;
  operation.overlapped = overlapped;
  if (overlapped != nullptr) begin(operation);
  end_sending(reuse);
  if (overlapped == nullptr) return {Started::How::done, 0, 0};
  Completions done(port_);
  finish(done, operation, STATUS_SUCCESS, 0, false);
  return {Started::How::pending, 0, WSA_IO_PENDING};
}

void Socket::end_sending(bool reuse) {
  (void)sys::counted([&] { return ::shutdown(fd_, SHUT_WR); });
  shut_send.store(true);
  if (reuse) make_fresh();
}

// A new descriptor under the old number; the old connection ends by itself.
void Socket::make_fresh() {
  unwatch();
  const int fd = ::socket(traits_.family, traits_.type | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  (void)::dup3(fd, fd_, O_CLOEXEC);
  ::close(fd);
  for (std::atomic<bool>* flag :
       {&connected, &was_reset, &shut_receive, &shut_send, &needs_context}) {
    flag->store(false);
  }
  connected_at_.store(0);
  drained_ = false;
  reusable.store(true);
}

}  // namespace win32
