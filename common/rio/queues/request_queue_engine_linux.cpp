// How a request queue moves bytes on Linux: recvmmsg straight into the oldest posted slices, and
// sends of one commit as few calls as the kernel allows.
//
// Runs of equal length to one destination leave as one message that the kernel cuts up
// (UDP_SEGMENT): a sixth of the cost of single sends. Everything else leaves by sendmmsg.

#include <netinet/in.h>
#include <netinet/udp.h>

#include <algorithm>
#include <cstring>

#include "request_queue.hpp"
#include "status.hpp"
#include "system_calls.hpp"

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

namespace rio {
namespace {

constexpr ULONG kDenseBatch = 16;           // so many at one look: the next ones are close behind
constexpr ULONG kWindowsTruncated = 0x100;  // MSG_TRUNC
constexpr ULONG kWindowsControlTruncated = 0x200;  // MSG_CTRUNC
constexpr std::size_t kSegmentedBytes = 65'000;
constexpr std::size_t kAddressBytes = 28;  // sizeof(SOCKADDR_INET)

using namespace win32;

LONG result_status(const msghdr& message) {
  return (message.msg_flags & MSG_TRUNC) != 0 ? ERROR_MORE_DATA : 0;
}

socklen_t address_bytes(const char* address) {
  sa_family_t family = 0;
  std::memcpy(&family, address, sizeof family);
  return family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
}

bool same_destination(const Extras* one, const Extras* other) {
  if (other != nullptr && other->control != nullptr) return false;
  const char* const a = one != nullptr ? one->remote : nullptr;
  const char* const b = other != nullptr ? other->remote : nullptr;
  if (a == nullptr || b == nullptr) return a == b;
  return std::memcmp(a, b, address_bytes(a)) == 0;
}

void address_to(const Extras* extras, msghdr& message) {
  if (extras == nullptr || extras->remote == nullptr) return;
  message.msg_name = extras->remote;
  message.msg_namelen = address_bytes(extras->remote);
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

ULONG RequestQueue::sendable() const {
  return static_cast<ULONG>(committed_sends_.load() - sent_);
}

void RequestQueue::pump_datagram_sends() {
  while (sendable() > 0) {
    if (sends_.ring.at(0).slice.iov_base == nullptr && sends_.ring.at(0).registration != nullptr) {
      complete_sends(1, WSA_OPERATION_ABORTED);
    } else if (send_run() == 0) {
      listen(true, true);  // no room in the kernel: go on when there is
      return;
    }
  }
  listen(true, false);
}

// One message for a run of equal datagrams, or one for the first request. 0: would have to wait.
ULONG RequestQueue::send_run() {
  std::array<iovec, kSegments> slices;
  const Extras* const extras = sends_.ring.extras_at(0);
  if (extras != nullptr && extras->control != nullptr) return send_with_control(*extras);
  const std::size_t bytes = sends_.ring.at(0).slice.iov_len;
  const ULONG limit = std::min(kSegments, sendable());
  ULONG run = 0;
  while (run < limit && sends_.ring.at(run).slice.iov_len == bytes &&
         (run + 1) * bytes <= kSegmentedBytes && sends_.ring.at(run).slice.iov_base != nullptr &&
         same_destination(extras, sends_.ring.extras_at(run))) {
    slices[run] = sends_.ring.at(run).slice;
    ++run;
  }
  if (segmentation_refused_ || bytes == 0 || run == 0) run = 1;
  slices[0] = sends_.ring.at(0).slice;

  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint16_t))> control{};
  msghdr message{};
  message.msg_iov = slices.data();
  message.msg_iovlen = run;
  address_to(extras, message);
  if (run > 1) {
    const auto segment = static_cast<std::uint16_t>(bytes);
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = IPPROTO_UDP;
    header->cmsg_type = UDP_SEGMENT;
    header->cmsg_len = CMSG_LEN(sizeof segment);
    std::memcpy(CMSG_DATA(header), &segment, sizeof segment);
  }
  return finish_run(run, sys::send(fd_, &message, MSG_DONTWAIT));
}

// One datagram, or one that the program lets the kernel cut up, with what it wants of it.
ULONG RequestQueue::send_with_control(const Extras& extras) {
  alignas(cmsghdr) std::array<char, kControlBytes> control{};
  msghdr message{};
  message.msg_iov = &sends_.ring.at(0).slice;
  message.msg_iovlen = 1;
  address_to(&extras, message);
  const long error = load_control(extras.control, extras.control_bytes, message, control.data());
  if (error != 0) {
    complete_sends(1, static_cast<LONG>(error));
    return 1;
  }
  return finish_run(1, sys::send(fd_, &message, MSG_DONTWAIT));
}

ULONG RequestQueue::finish_run(ULONG run, ssize_t sent) {
  if (sent == -EAGAIN || sent == -EINTR) return 0;
  // Reported for an earlier datagram, and not to RIO: the next try sends this one.
  if (sent == -ECONNREFUSED) return run;
  if (sent < 0 && run > 1) {
    segmentation_refused_ = true;  // a device or kernel without it: go on one by one
    return run;
  }
  const int error = sent < 0 ? static_cast<int>(-sent) : 0;
  complete_sends(run, error == 0 ? 0 : static_cast<LONG>(winsock_error_of_errno(error)));
  return run;
}

void RequestQueue::complete_sends(ULONG count, LONG status) {
  std::array<Result, kSegments> results;
  for (ULONG i = 0; i < count; ++i) {
    const Request& request = sends_.ring.at(i);
    const auto bytes = status == 0 ? static_cast<ULONG>(request.slice.iov_len) : 0;
    results[i] = {{status, bytes, socket_context_, request.context}, this, true, request.notifies};
  }
  sends_.ring.pop(count);
  sent_ += count;
  queues_.send->push({results.data(), count});
}

}  // namespace rio
