// How a request queue sends datagrams on Linux: those of one commit in as few calls as the kernel
// allows.
//
// A run of equal length to one destination leaves as one message that the kernel cuts up
// (UDP_SEGMENT): a sixth of the cost of single sends. Up to 32 messages, runs or single datagrams,
// leave by one sendmmsg.

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

using namespace win32;

constexpr std::size_t kSegmentedBytes = 65'000;

socklen_t address_bytes(const char* address) {
  sa_family_t family = 0;
  std::memcpy(&family, address, sizeof family);
  return family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
}

bool same_destination(const Extras* one, const Extras* other) {
  const char* const a = one != nullptr ? one->remote : nullptr;
  const char* const b = other != nullptr ? other->remote : nullptr;
  if (a == nullptr || b == nullptr) return a == b;
  return std::memcmp(a, b, address_bytes(a)) == 0;
}

bool has_control(const Extras* extras) {
  return extras != nullptr && extras->control != nullptr;
}

void address_to(const Extras* extras, msghdr& message) {
  if (extras == nullptr || extras->remote == nullptr) return;
  message.msg_name = extras->remote;
  message.msg_namelen = address_bytes(extras->remote);
}

void cut_up(msghdr& message, char* control, std::size_t bytes) {
  const auto segment = static_cast<std::uint16_t>(bytes);
  message.msg_control = control;
  message.msg_controllen = CMSG_SPACE(sizeof segment);
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = IPPROTO_UDP;
  header->cmsg_type = UDP_SEGMENT;
  header->cmsg_len = CMSG_LEN(sizeof segment);
  std::memcpy(CMSG_DATA(header), &segment, sizeof segment);
}

}  // namespace

// One sendmmsg in the making. Not initialised: most of it is never looked at.
struct RequestQueue::Outgoing {
  static constexpr ULONG kMessages = 32;

  std::array<iovec, kSegments> slices;
  std::array<mmsghdr, kMessages> messages;
  std::array<ULONG, kMessages> runs;  // requests in each message
  alignas(cmsghdr) std::array<std::array<char, kControlBytes>, kMessages> control;
  ULONG count = 0;     // messages
  ULONG requests = 0;  // in all of them
};

ULONG RequestQueue::sendable() const {
  return static_cast<ULONG>(committed_sends_.load() - sent_);
}

void RequestQueue::pump_datagram_sends() {
  while (sendable() > 0) {
    if (!send_datagrams()) {
      listen(true, true);  // no room in the kernel: go on when there is
      return;
    }
  }
  listen(true, false);
}

bool RequestQueue::is_forgotten(const Request& request) {
  return request.slice.iov_base == nullptr && request.registration != nullptr;
}

// How many requests from `first` on make one message.
ULONG RequestQueue::run_at(ULONG first, ULONG limit) const {
  const Extras* const extras = sends_.ring.extras_at(first);
  const std::size_t bytes = sends_.ring.at(first).slice.iov_len;
  if (segmentation_refused_ || bytes == 0 || has_control(extras)) return 1;
  ULONG run = 1;
  for (; first + run < limit && (run + 1) * bytes <= kSegmentedBytes; ++run) {
    const Request& next = sends_.ring.at(first + run);
    const Extras* const more = sends_.ring.extras_at(first + run);
    if (next.slice.iov_len != bytes || is_forgotten(next) || has_control(more) ||
        !same_destination(extras, more)) {
      break;
    }
  }
  return run;
}

// Adds the message that begins with request `first`. 0, or what is wrong with it.
long RequestQueue::add_message(Outgoing& out, ULONG first, ULONG run) const {
  msghdr& message = out.messages[out.count].msg_hdr;
  char* const control = out.control[out.count].data();
  message = {};
  message.msg_iov = &out.slices[first];
  message.msg_iovlen = run;
  for (ULONG i = first; i < first + run; ++i)
    out.slices[i] = sends_.ring.at(i).slice;
  const Extras* const extras = sends_.ring.extras_at(first);
  address_to(extras, message);
  if (run > 1) cut_up(message, control, sends_.ring.at(first).slice.iov_len);
  if (has_control(extras)) {
    const long error = load_control(extras->control, extras->control_bytes, message, control);
    if (error != 0) return error;
  }
  out.runs[out.count++] = run;
  out.requests += run;
  return 0;
}

// false: would have to wait.
bool RequestQueue::send_datagrams() {
  Outgoing out;
  const ULONG limit = std::min(kSegments, sendable());
  while (out.requests < limit && out.count < Outgoing::kMessages &&
         !is_forgotten(sends_.ring.at(out.requests))) {
    const long error = add_message(out, out.requests, run_at(out.requests, limit));
    if (error != 0 && out.count == 0) complete_sends(1, static_cast<LONG>(error));
    if (error != 0 && out.count == 0) return true;
    if (error != 0) break;
  }
  if (out.count == 0) {
    complete_sends(1, WSA_OPERATION_ABORTED);  // its registration is gone
    return true;
  }
  return note_sent(out, sys::send_many(fd_, out.messages.data(), out.count));
}

bool RequestQueue::note_sent(const Outgoing& out, int sent) {
  if (sent == -EAGAIN) return false;
  // Reported for an earlier datagram, and not to RIO: the next try sends this one.
  if (sent == -ECONNREFUSED) return true;
  if (sent < 0 && out.runs[0] > 1) {
    segmentation_refused_ = true;  // a device or kernel without it: go on one by one
    return true;
  }
  if (sent < 0) {
    complete_sends(1, static_cast<LONG>(winsock_error_of_errno(-sent)));
    return true;
  }
  ULONG requests = 0;
  for (int i = 0; i < sent; ++i)
    requests += out.runs[static_cast<std::size_t>(i)];
  complete_sends(requests, 0);
  return true;
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
