#include "request_queue.hpp"

#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <utility>

namespace rio {
namespace {

constexpr unsigned kPostsPerLook = 4;
constexpr int kBatchesPerLook = 4;
const win32::Ticks kNeglected = win32::ticks_of_microseconds(20);
const win32::Ticks kJustNow = win32::ticks_of_microseconds(10);

}  // namespace

RequestQueue::RequestQueue(win32::Socket& socket, Queues queues, ULONGLONG socket_context)
    : fd_(socket.fd()),
      socket_(socket.handle()),
      family_(socket.traits().family),
      stream_(!socket.datagram()),
      owner_(std::static_pointer_cast<win32::Socket>(socket.shared_from_this())),
      queues_(std::move(queues)),
      socket_context_(socket_context),
      listen_fd_(fd_) {}

RequestQueue::~RequestQueue() {
  if (listen_fd_ != fd_) ::close(listen_fd_);
}

long RequestQueue::open(const Limits& limits) {
  if (!queues_.receive->reserve(limits.receives)) return WSAENOBUFS;
  if (!queues_.send->reserve(limits.sends)) {
    queues_.receive->give_back(limits.receives);
    return WSAENOBUFS;
  }
  limits_ = limits;
  if (receives_.ring.create(limits.receives) && sends_.ring.create(limits.sends)) return 0;
  queues_.receive->give_back(limits.receives);
  queues_.send->give_back(limits.sends);
  return WSAENOBUFS;
}

void RequestQueue::attach() {
  queues_.receive->attach(shared_from_this());
  queues_.send->attach(shared_from_this());
}

long RequestQueue::post_receive(const Request& request, const Extras* extras) {
  if (closed() || queues_.receive->closed()) return WSAEINVAL;
  if (stream_ && !stream_is_connected()) return WSAENOTCONN;
  if (receives_.outstanding() >= limits_.receives) return WSAENOBUFS;
  // Relaxed: only posters write it, and the caller serialises them.
  receives_.posted.store(receives_.posted.load(std::memory_order_relaxed) + 1,
                         std::memory_order_relaxed);
  receives_.ring.post(request, extras);
  if (!receives_.watched.load()) listen(false, true);
  // Every few posts: reading the clock costs as much as half a post.
  if (++posts_ % kPostsPerLook == 0) move_if_neglected();
  return 0;
}

// Posting drives: a busy server that posts while it works lets datagrams land in its slices.
void RequestQueue::move_if_neglected() {
  // Relaxed: an estimate is enough.
  const win32::Ticks last = last_move_.load(std::memory_order_relaxed);
  if (win32::now_ticks() - last < kNeglected) return;
  const std::unique_lock lock(receives_.mutex, std::try_to_lock);
  // A burst may be under way: more than one batch, while they come in full.
  for (int i = 0; lock.owns_lock() && i < kBatchesPerLook; ++i) {
    pump_receives();
    // Relaxed: written under the lock that we hold.
    if (drained_.load(std::memory_order_relaxed)) break;
  }
}

long RequestQueue::post_send(const Request& request, const Extras* extras, bool deferred) {
  if (closed() || queues_.send->closed()) return WSAEINVAL;
  if (stream_ && !stream_is_connected()) return WSAENOTCONN;
  if (sends_.outstanding() >= limits_.sends) return WSAENOBUFS;
  // Relaxed: only posters write it, and the caller serialises them.
  sends_.posted.store(sends_.posted.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  sends_.ring.post(request, extras);
  if (!deferred) commit_sends();
  return 0;
}

void RequestQueue::commit_receives() {
  move_if_neglected();
}

void RequestQueue::commit_sends() {
  const std::lock_guard lock(sends_.mutex);
  committed_sends_.store(sends_.ring.posted());
  pump_sends();
}

void RequestQueue::move_now() {
  {
    const std::lock_guard lock(receives_.mutex);
    pump_receives();
  }
  const std::unique_lock lock(sends_.mutex, std::try_to_lock);
  if (lock.owns_lock() && sendable() > 0) pump_sends();
}

bool RequestQueue::drained_just_now() const {
  // Relaxed: a hint; a wrong one costs a system call or one empty dequeue.
  return drained_.load(std::memory_order_relaxed) &&
         win32::now_ticks() - last_move_.load(std::memory_order_relaxed) < kJustNow;
}

bool RequestQueue::release(bool send) {
  (send ? sends_ : receives_).released.fetch_add(1);
  return closed() && receives_.outstanding() == 0 && sends_.outstanding() == 0;
}

void RequestQueue::retire() {
  if (retired_.exchange(true)) return;
  const auto self = shared_from_this();
  queues_.receive->give_back(limits_.receives);
  queues_.send->give_back(limits_.sends);
  queues_.receive->detach(this);
  queues_.send->detach(this);
}

long RequestQueue::resize(const Limits& limits) {
  const std::scoped_lock lock(receives_.mutex, sends_.mutex);
  if (limits.receives == 0 && limits.sends == 0) return WSAEINVAL;
  if (limits.receives < receives_.outstanding() || limits.sends < sends_.outstanding()) {
    return WSAETOOMANYREFS;
  }
  if (!queues_.receive->change_reservation(limits_.receives, limits.receives)) return WSAENOBUFS;
  if (!queues_.send->change_reservation(limits_.sends, limits.sends)) {
    (void)queues_.receive->change_reservation(limits.receives, limits_.receives);
    return WSAENOBUFS;
  }
  if (!receives_.ring.change_capacity(limits.receives) ||
      !sends_.ring.change_capacity(limits.sends)) {
    return WSAENOBUFS;
  }
  limits_ = limits;
  return 0;
}

void RequestQueue::ready(std::uint32_t events) {
  const bool failed = (events & (EPOLLERR | EPOLLHUP)) != 0;
  if (failed || (events & EPOLLIN) != 0) {
    const std::lock_guard lock(receives_.mutex);
    if (closed()) return;
    const bool idle = receives_.ring.size() == 0;
    pump_receives();
    // Nothing posted: stop listening, or the leader would never sleep.
    if (idle) {
      listen(false, false);
      // A poster that looked before that did not see it: look after it.
      if (receives_.ring.size() > 0) listen(false, true);
    }
  }
  if (failed || (events & EPOLLOUT) != 0) {
    const std::lock_guard lock(sends_.mutex);
    if (!closed()) pump_sends();
  }
}

void RequestQueue::close() {
  const auto self = shared_from_this();
  close_request_queue_handle(handle_);
  {
    const std::scoped_lock lock(receives_.mutex, sends_.mutex);
    closed_.store(true);
    listen(false, false);
    listen(true, false);
    abort_all(receives_, *queues_.receive, false);
    abort_all(sends_, *queues_.send, true);
  }
  if (receives_.outstanding() == 0 && sends_.outstanding() == 0) retire();
}

void RequestQueue::abort_all(Direction& direction, CompletionQueueCore& queue, bool send) {
  const ULONG count = direction.ring.size();
  std::vector<Result> results;
  results.reserve(count);
  for (ULONG i = 0; i < count; ++i)
    results.push_back(aborted(direction.ring.at(i), send));
  direction.ring.pop(count);
  if (send) sent_ += count;
  queue.push(results);
}

Result RequestQueue::aborted(const Request& request, bool send) {
  return {
      {WSA_OPERATION_ABORTED, 0, socket_context_, request.context}, this, send, request.notifies};
}

void RequestQueue::forget_registration(RIO_BUFFERID id) {
  const std::scoped_lock lock(receives_.mutex, sends_.mutex);
  for (Direction* direction : {&receives_, &sends_}) {
    const ULONG count = direction->ring.size();
    for (ULONG i = 0; i < count; ++i) {
      Request& request = direction->ring.at(i);
      if (request.registration == id) request.slice = {nullptr, 0};
    }
  }
}

void RequestQueue::expect_more(bool drained) {
  const std::lock_guard lock(listen_mutex_);
  if (!receives_.watched.load() || sends_.watched.load()) return;
  queues_.receive->driver()->expect_more(listen_fd_, socket_, drained);
}

// Both directions may share a driver, which then knows the descriptor once, for both.
void RequestQueue::listen(bool send, bool on) {
  const std::lock_guard lock(listen_mutex_);
  Direction& mine = send ? sends_ : receives_;
  const Direction& other = send ? receives_ : sends_;
  if (mine.watched.load() == on || (on && closed())) return;
  win32::Driver& driver = *(send ? queues_.send : queues_.receive)->driver();
  const bool shared = queues_.receive->driver() == queues_.send->driver();
  const std::uint32_t others = shared && other.watched.load() ? (send ? EPOLLIN : EPOLLOUT) : 0U;
  const std::uint32_t wanted = others | (on ? (send ? EPOLLOUT : EPOLLIN) : 0U);
  mine.watched.store(on);
  if (wanted == 0) {
    driver.unwatch(listen_fd_);
  } else if (!driver.watch(listen_fd_, socket_, wanted, others != 0)) {
    // The socket itself is in that driver, for its overlapped operations: use a second number.
    listen_fd_ = ::fcntl(fd_, F_DUPFD_CLOEXEC, 0);
    mine.watched.store(driver.watch(listen_fd_, socket_, wanted, false));
  }
}

}  // namespace rio
