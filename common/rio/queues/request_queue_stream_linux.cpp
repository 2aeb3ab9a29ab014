// How a request queue moves the bytes of a stream on Linux: one recvmsg scattered over the oldest
// posted slices, one sendmsg gathered from the oldest committed ones.
//
// A receive ends with what there is; one that waits for all stays the oldest until its slice is
// full. A send ends when its last byte is with the kernel, however many moves that takes. The end
// of the stream ends every receive with no bytes, a reset ends everything with WSAECONNRESET.

#include <sys/socket.h>

#include <algorithm>

#include "request_queue.hpp"
#include "status.hpp"
#include "system_calls.hpp"

namespace rio {
namespace {

using namespace win32;

constexpr int kMovesPerPump = 4;

// The part of a slice that is still to be done.
iovec rest_of(const iovec& slice, std::size_t done) {
  return {static_cast<char*>(slice.iov_base) + done, slice.iov_len - done};
}

}  // namespace

bool RequestQueue::stream_is_connected() {
  // Relaxed: it only ever becomes true, and a stale "no" asks again.
  if (stream_connected_.load(std::memory_order_relaxed)) return true;
  const auto socket = owner_.lock();
  if (!socket || !socket->is_connected()) return false;
  stream_connected_.store(true, std::memory_order_relaxed);
  return true;
}

void RequestQueue::pump_stream_receives() {
  complete_forgotten_receives();
  bool more = true;
  for (int i = 0; i < kMovesPerPump && more && receives_.ring.size() > 0; ++i)
    more = receive_from_stream();
  const Ticks now = now_ticks();
  // Relaxed: a hint for posters and dequeues.
  last_move_.store(now, std::memory_order_relaxed);
  queues_.receive->driver()->touch(now);
}

// Is there perhaps more?
bool RequestQueue::receive_from_stream() {
  std::array<iovec, kBatch> slices;
  ULONG count = 0;
  const ULONG limit = std::min(kBatch, receives_.ring.size());
  for (; count < limit; ++count) {
    const Request& request = receives_.ring.at(count);
    // A receive of no bytes takes nothing: it must be the first to learn that there is something.
    if (request.slice.iov_base == nullptr || (count > 0 && request.slice.iov_len == 0)) break;
    slices[count] = rest_of(request.slice, count == 0 ? received_part_ : 0);
  }
  if (count == 0) return false;
  const bool only_looks = slices[0].iov_len == 0;
  char byte = 0;
  iovec look{&byte, sizeof byte};
  msghdr message{};
  message.msg_iov = only_looks ? &look : slices.data();
  message.msg_iovlen = only_looks ? 1 : count;
  const ssize_t bytes =
      broken_ != 0 ? -broken_
                   : sys::receive(fd_, &message, MSG_DONTWAIT | (only_looks ? MSG_PEEK : 0));
  // Relaxed: a hint for dequeues.
  drained_.store(bytes == -EAGAIN, std::memory_order_relaxed);
  if (bytes == -EAGAIN) return false;
  if (bytes <= 0) {
    end_receives(static_cast<int>(-bytes));
    return false;
  }
  if (only_looks) {
    complete_received(1, 0);
    return true;
  }
  return distribute(count, static_cast<std::size_t>(bytes));
}

// Bytes have arrived in the first `count` slices. Were all of them filled?
bool RequestQueue::distribute(ULONG count, std::size_t bytes) {
  ULONG done = 0;
  ULONG last_bytes = 0;
  for (; done < count && bytes > 0; ++done) {
    const Request& request = receives_.ring.at(done);
    const std::size_t before = done == 0 ? received_part_ : 0;
    const std::size_t part = std::min(bytes, request.slice.iov_len - before);
    bytes -= part;
    last_bytes = static_cast<ULONG>(before + part);
    if (last_bytes < request.slice.iov_len && request.whole) {
      complete_received(done, kFull);
      received_part_ = last_bytes;
      return false;
    }
  }
  const bool full = last_bytes == receives_.ring.at(done - 1).slice.iov_len;
  complete_received(done, last_bytes);
  return full && done == count;
}

// The first `count` receives are done: all but the last are full, the last has `last_bytes`.
void RequestQueue::complete_received(ULONG count, ULONG last_bytes) {
  if (count == 0) return;
  std::array<Result, kBatch> results;
  for (ULONG i = 0; i < count; ++i) {
    const Request& request = receives_.ring.at(i);
    const auto whole = static_cast<ULONG>(request.slice.iov_len);
    const ULONG bytes = i + 1 < count || last_bytes == kFull ? whole : last_bytes;
    results[i] = {{0, bytes, socket_context_, request.context}, this, false, request.notifies};
  }
  received_part_ = 0;
  receives_.ring.pop(count);
  queues_.receive->push({results.data(), count});
}

// The stream is over (0) or broken (an errno): so is every receive. One that was waiting for all
// reports what it has got.
void RequestQueue::end_receives(int error) {
  if (error != 0) broken_ = error;
  const LONG status = error == 0 ? 0 : static_cast<LONG>(winsock_error_of_errno(error));
  while (receives_.ring.size() > 0) {
    const Request& request = receives_.ring.at(0);
    const auto bytes = static_cast<ULONG>(std::exchange(received_part_, 0));
    const Result result{
        {status, bytes, socket_context_, request.context}, this, false, request.notifies};
    receives_.ring.pop(1);
    queues_.receive->push({&result, 1});
  }
}

void RequestQueue::pump_stream_sends() {
  while (sendable() > 0) {
    if (!send_to_stream()) {
      listen(true, true);  // no room in the kernel: go on when there is
      return;
    }
  }
  listen(true, false);
}

// false: would have to wait.
bool RequestQueue::send_to_stream() {
  std::array<iovec, kSegments> slices;
  const ULONG limit = std::min(kSegments, sendable());
  ULONG count = 0;
  for (; count < limit && sends_.ring.at(count).slice.iov_base != nullptr; ++count)
    slices[count] = rest_of(sends_.ring.at(count).slice, count == 0 ? sent_part_ : 0);
  if (count == 0) {
    complete_sends(1, WSA_OPERATION_ABORTED);
    return true;
  }
  msghdr message{};
  message.msg_iov = slices.data();
  message.msg_iovlen = count;
  const ssize_t sent = sys::send(fd_, &message, MSG_DONTWAIT);
  if (sent == -EAGAIN) return false;
  if (sent < 0) {
    sent_part_ = 0;
    complete_sends(count, static_cast<LONG>(winsock_error_of_errno(static_cast<int>(-sent))));
    return true;
  }
  note_sent_bytes(count, static_cast<std::size_t>(sent));
  return true;
}

void RequestQueue::note_sent_bytes(ULONG count, std::size_t bytes) {
  std::size_t left = bytes + sent_part_;
  ULONG done = 0;
  while (done < count && left >= sends_.ring.at(done).slice.iov_len) {
    left -= sends_.ring.at(done).slice.iov_len;
    ++done;
  }
  sent_part_ = left;
  if (done > 0) complete_sends(done, 0);
}

}  // namespace rio
