// How a request queue receives datagrams on Linux: recvmmsg straight into the oldest posted slices.

#include <netinet/in.h>

#include <algorithm>
#include <cstring>

#include "request_queue.hpp"
#include "status.hpp"
#include "system_calls.hpp"

namespace rio {
namespace {

constexpr ULONG kDenseBatch = 16;           // so many at one look: the next ones are close behind
constexpr ULONG kWindowsTruncated = 0x100;  // MSG_TRUNC
constexpr ULONG kWindowsControlTruncated = 0x200;  // MSG_CTRUNC
constexpr std::size_t kAddressBytes = 28;          // sizeof(SOCKADDR_INET)

using namespace win32;

LONG result_status(const msghdr& message) {
  return (message.msg_flags & MSG_TRUNC) != 0 ? ERROR_MORE_DATA : 0;
}

}  // namespace

// One batch a move: it is still in the cache when it is handled, and what is left waits well in the
// socket's buffer until the next dequeue or post.
void RequestQueue::pump_receives() {
  stream_ ? pump_stream_receives() : pump_datagram_receives();
}

void RequestQueue::pump_sends() {
  stream_ ? pump_stream_sends() : pump_datagram_sends();
}

void RequestQueue::pump_datagram_receives() {
  complete_forgotten_receives();
  const ULONG limit = std::min(kBatch, receives_.ring.size());
  if (limit > 0) receive_batch(limit);
  const Ticks now = now_ticks();
  // Relaxed: a hint for posters and dequeues.
  last_move_.store(now, std::memory_order_relaxed);
  queues_.receive->driver()->touch(now);
}

// Requests whose registration is gone: their memory may be gone, too.
void RequestQueue::complete_forgotten_receives() {
  while (receives_.ring.size() > 0 && receives_.ring.at(0).slice.iov_base == nullptr) {
    const Result result = aborted(receives_.ring.at(0), false);
    receives_.ring.pop(1);
    queues_.receive->push({&result, 1});
  }
}

void RequestQueue::receive_batch(ULONG limit) {
  ULONG count = 0;
  for (; count < limit && receives_.ring.at(count).slice.iov_base != nullptr; ++count) {
    msghdr& message = messages_[count].msg_hdr;
    const Extras* const extras = receives_.ring.extras_at(count);
    message.msg_iov = &receives_.ring.at(count).slice;
    message.msg_iovlen = 1;
    message.msg_name = extras != nullptr ? extras->remote : nullptr;
    message.msg_namelen = message.msg_name != nullptr ? kAddressBytes : 0;
    const bool told = reports_control(extras);
    message.msg_control = told ? control_[count].data() : nullptr;
    message.msg_controllen = told ? kControlBytes : 0;
  }
  int received = sys::receive_many(fd_, messages_.data(), count);
  // What an earlier send met is not RIO's business; the report took the error away.
  if (received == -ECONNREFUSED) received = sys::receive_many(fd_, messages_.data(), count);
  const ULONG taken = received > 0 ? static_cast<ULONG>(received) : 0;
  // Relaxed: a hint for dequeues.
  drained_.store(taken < count, std::memory_order_relaxed);
  if (taken >= kDenseBatch) expect_more(taken < count);
  std::array<Result, kBatch> results;
  for (ULONG i = 0; i < taken; ++i)
    results[i] = receive_result(i, messages_[i]);
  receives_.ring.pop(taken);
  receives_.ring.prefetch(kBatch);
  if (taken > 0) queues_.receive->push({results.data(), taken});
}

Result RequestQueue::receive_result(ULONG index, const mmsghdr& message) {
  const Request& request = receives_.ring.at(index);
  if (const Extras* const extras = receives_.ring.extras_at(index)) {
    if (extras->local != nullptr) store_local_address(*extras, message.msg_hdr);
    ULONG flags = (message.msg_hdr.msg_flags & MSG_TRUNC) != 0 ? kWindowsTruncated : 0;
    if (extras->control != nullptr &&
        !store_control(message.msg_hdr, extras->control, extras->control_bytes)) {
      flags |= kWindowsControlTruncated;
    }
    if (extras->flags != nullptr) *extras->flags = flags;
  }
  return {{result_status(message.msg_hdr), message.msg_len, socket_context_, request.context},
          this,
          false,
          request.notifies};
}

void RequestQueue::want_local_addresses() {
  if (local_addresses_.exchange(true)) return;
  const std::lock_guard lock(receives_.mutex);
  const int on = 1;
  const bool v4 = family_ == AF_INET;
  (void)::setsockopt(fd_, v4 ? IPPROTO_IP : IPPROTO_IPV6, v4 ? IP_PKTINFO : IPV6_RECVPKTINFO, &on,
                     sizeof on);
  control_.resize(kBatch);
}

void RequestQueue::want_control() {
  const std::lock_guard lock(receives_.mutex);
  control_.resize(kBatch);
}

bool RequestQueue::reports_control(const Extras* extras) const {
  return !control_.empty() && extras != nullptr &&
         (extras->local != nullptr || extras->control != nullptr);
}

// The datagram's own destination, with the port the socket is bound to.
void RequestQueue::store_local_address(const Extras& extras, const msghdr& message) const {
  sockaddr_in6 name{};
  socklen_t bytes = sizeof name;
  (void)::getsockname(fd_, reinterpret_cast<sockaddr*>(&name), &bytes);
  for (const cmsghdr* control = CMSG_FIRSTHDR(&message); control != nullptr;
       control = CMSG_NXTHDR(const_cast<msghdr*>(&message), const_cast<cmsghdr*>(control))) {
    const unsigned char* const data = CMSG_DATA(control);
    if (control->cmsg_level == IPPROTO_IP && control->cmsg_type == IP_PKTINFO) {
      const auto* const info = reinterpret_cast<const in_pktinfo*>(data);
      reinterpret_cast<sockaddr_in*>(&name)->sin_addr = info->ipi_addr;
    } else if (control->cmsg_level == IPPROTO_IPV6 && control->cmsg_type == IPV6_PKTINFO) {
      const auto* const info = reinterpret_cast<const in6_pktinfo*>(data);
      name.sin6_addr = info->ipi6_addr;
    }
  }
  std::memcpy(extras.local, &name, bytes);
}

}  // namespace rio
