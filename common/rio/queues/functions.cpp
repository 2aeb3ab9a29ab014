// The thirteen functions of the table: checks here, work in the queues.

#include <climits>
#include <memory>

#include "buffer_table.hpp"
#include "completion_queue.hpp"
#include "handle_table.hpp"
#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "registry.hpp"
#include "request_queue.hpp"
#include "rio_functions.hpp"
#include "socket.hpp"

namespace rio {
namespace {

using win32::failed;
using win32::Use;
using win32::WindowsEntry;

constexpr DWORD kKnownFlags =
    RIO_MSG_DONT_NOTIFY | RIO_MSG_DEFER | RIO_MSG_WAITALL | RIO_MSG_COMMIT_ONLY;
constexpr std::size_t kAddressBytes = 28;     // sizeof(SOCKADDR_INET)
constexpr std::size_t kControlBaseBytes = 8;  // RIO_CMSG_BASE_SIZE

Registry<CompletionQueueCore>& completion_queues() {
  static auto* const registry = new Registry<CompletionQueueCore>;  // used until the process ends
  return *registry;
}

CompletionQueueCore* find(RIO_CQ queue) {
  return completion_queues().find(reinterpret_cast<std::uintptr_t>(queue));
}

// BOOL or int of the functions that post.
int result_of(long error) {
  return error == 0 ? TRUE : failed(FALSE, error);
}

// ---- completion queues -------------------------------------------------------------------

RIO_CQ create_completion_queue(DWORD size, PRIO_NOTIFICATION_COMPLETION notification) {
  const WindowsEntry entry;
  const auto queue = CompletionQueueCore::create(size, notification);
  if (!queue) return RIO_INVALID_CQ;
  const std::uintptr_t handle = completion_queues().insert(queue);
  if (handle == 0) return failed(RIO_INVALID_CQ, WSAENOBUFS);
  return reinterpret_cast<RIO_CQ>(handle);
}

VOID close_completion_queue(RIO_CQ handle) {
  const WindowsEntry entry;
  const auto queue = completion_queues().remove(reinterpret_cast<std::uintptr_t>(handle));
  if (queue) queue->close();
}

BOOL resize_completion_queue(RIO_CQ handle, DWORD size) {
  const WindowsEntry entry;
  CompletionQueueCore* const queue = find(handle);
  return queue == nullptr ? failed(FALSE, WSAEINVAL) : result_of(queue->resize(size));
}

ULONG dequeue_completion(RIO_CQ handle, PRIORESULT results, ULONG limit) {
  CompletionQueueCore* const queue = find(handle);
  if (queue == nullptr) return RIO_CORRUPT_CQ;
  return limit == 0 ? 0 : queue->dequeue(results, limit);
}

INT notify(RIO_CQ handle) {
  const WindowsEntry entry;
  CompletionQueueCore* const queue = find(handle);
  return queue == nullptr ? WSAEINVAL : queue->notify();
}

// ---- request queues ----------------------------------------------------------------------

bool counts_are_valid(ULONG limit, ULONG buffers) {
  return buffers == 1 || (limit == 0 && buffers == 0);
}

// RIO does not use the socket's receive buffer; here arrivals wait in it until somebody drives, so
// it gets more room than the system's default. Not as much as it can get: what waits in a buffer
// larger than the processor's cache costs a tenth more to receive.
void widen_receive_buffer(int fd) {
  constexpr int kBytes = 1024 * 1024;
  int granted = 0;
  socklen_t length = sizeof granted;
  (void)::getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &granted, &length);
  if (granted / 2 >= kBytes) return;  // the program asked for more
  (void)::setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &kBytes, sizeof kBytes);
}

RIO_RQ create_request_queue(SOCKET s, ULONG receives, ULONG receive_buffers, ULONG sends,
                            ULONG send_buffers, RIO_CQ receive_queue, RIO_CQ send_queue,
                            PVOID context) {
  const WindowsEntry entry;
  const Use<win32::Socket> socket(s);
  if (!socket) return failed(RIO_INVALID_RQ, WSAENOTSOCK);
  const auto receive = completion_queues().share(reinterpret_cast<std::uintptr_t>(receive_queue));
  const auto send = completion_queues().share(reinterpret_cast<std::uintptr_t>(send_queue));
  if (!receive || !send || (receives == 0 && sends == 0) ||
      !counts_are_valid(receives, receive_buffers) || !counts_are_valid(sends, send_buffers) ||
      !socket->traits().registered_io) {
    return failed(RIO_INVALID_RQ, WSAEINVAL);
  }
  const auto queue = std::make_shared<RequestQueue>(*socket, RequestQueue::Queues{receive, send},
                                                    reinterpret_cast<ULONGLONG>(context));
  if (const long error = queue->open({receives, sends})) return failed(RIO_INVALID_RQ, error);
  if (!socket->adopt(queue)) {
    queue->retire();
    return failed(RIO_INVALID_RQ, WSAEINVAL);
  }
  if (socket->datagram()) widen_receive_buffer(socket->fd());
  queue->attach();
  return open_request_queue_handle(queue);
}

BOOL resize_request_queue(RIO_RQ handle, DWORD receives, DWORD sends) {
  const WindowsEntry entry;
  RequestQueue* const queue = find_request_queue(handle);
  return queue == nullptr ? failed(FALSE, WSAEINVAL) : result_of(queue->resize({receives, sends}));
}

// ---- requests ----------------------------------------------------------------------------

struct Call {
  RIO_RQ queue;
  PRIO_BUF data;
  ULONG count;
  PRIO_BUF local;
  PRIO_BUF remote;
  PRIO_BUF control;
  PRIO_BUF flags_out;
  DWORD flags;
  PVOID context;
};

bool is_bare(const Call& call) {
  return call.data == nullptr && call.count == 0 && call.local == nullptr &&
         call.remote == nullptr && call.control == nullptr && call.flags_out == nullptr &&
         call.context == nullptr && call.flags == RIO_MSG_COMMIT_ONLY;
}

// Waiting for all is for receives on streams.
long flags_problem(DWORD flags, bool may_wait_for_all) {
  const DWORD known = may_wait_for_all ? kKnownFlags : kKnownFlags & ~DWORD{RIO_MSG_WAITALL};
  return (flags & ~known) != 0 ? WSAEINVAL : 0;
}

long fill_data(const Call& call, Request& request) {
  request = {{nullptr, 0},
             nullptr,
             reinterpret_cast<ULONGLONG>(call.context),
             (call.flags & RIO_MSG_DONT_NOTIFY) == 0,
             (call.flags & RIO_MSG_WAITALL) != 0};
  static char nothing = 0;  // a request without payload still needs an address
  if (call.data == nullptr) {
    request.slice.iov_base = &nothing;
    return call.count == 0 ? 0 : WSAEFAULT;
  }
  if (call.count != 1) return WSAEINVAL;
  const Slice slice = resolve(*call.data);
  request.slice = {slice.data, slice.bytes};
  request.registration = call.data->BufferId;
  return slice.error;
}

// An optional slice of at least so many bytes.
long fill_extra(const RIO_BUF* slice, std::size_t bytes, char*& into) {
  if (slice == nullptr) return 0;
  const Slice resolved = resolve(*slice);
  into = resolved.data;
  if (resolved.error != 0) return resolved.error;
  return resolved.bytes < bytes ? WSAEINVAL : 0;
}

long fill_extras(const Call& call, Extras& extras) {
  char* flags = nullptr;
  if (const long error = fill_extra(call.local, kAddressBytes, extras.local)) return error;
  if (const long error = fill_extra(call.remote, kAddressBytes, extras.remote)) return error;
  if (const long error = fill_extra(call.flags_out, sizeof(ULONG), flags)) return error;
  extras.flags = reinterpret_cast<ULONG*>(flags);
  if (call.control != nullptr) extras.control_bytes = call.control->Length;
  return fill_extra(call.control, kControlBaseBytes, extras.control);
}

bool has_extras(const Call& call) {
  return call.local != nullptr || call.remote != nullptr || call.flags_out != nullptr ||
         call.control != nullptr;
}

struct Prepared {
  Request request;
  Extras extras;
  long error;
};

Prepared prepare(const Call& call, bool may_wait_for_all) {
  Prepared prepared{{}, {}, flags_problem(call.flags, may_wait_for_all)};
  if (prepared.error == 0) prepared.error = fill_data(call, prepared.request);
  if (prepared.error == 0 && has_extras(call)) {
    prepared.error = fill_extras(call, prepared.extras);
  }
  return prepared;
}

int receive(const Call& call) {
  RequestQueue* const queue = find_request_queue(call.queue);
  if (queue == nullptr) return failed(FALSE, WSAEINVAL);
  if ((call.flags & RIO_MSG_COMMIT_ONLY) != 0) {
    const WindowsEntry entry;
    if (!is_bare(call)) return failed(FALSE, WSAEINVAL);
    queue->commit_receives();
    return TRUE;
  }
  const Prepared prepared = prepare(call, queue->is_stream());
  if (prepared.error != 0) return failed(FALSE, prepared.error);
  if ((call.flags & RIO_MSG_DEFER) == 0) win32::count_possible_entry();
  if (call.control != nullptr) queue->want_control();
  if (call.local != nullptr) queue->want_local_addresses();
  return result_of(
      queue->post_receive(prepared.request, has_extras(call) ? &prepared.extras : nullptr));
}

int send(const Call& call) {
  RequestQueue* const queue = find_request_queue(call.queue);
  if (queue == nullptr) return failed(FALSE, WSAEINVAL);
  if ((call.flags & RIO_MSG_COMMIT_ONLY) != 0) {
    const WindowsEntry entry;
    if (!is_bare(call)) return failed(FALSE, WSAEINVAL);
    queue->commit_sends();
    return TRUE;
  }
  const Prepared prepared = prepare(call, false);
  if (prepared.error != 0) return failed(FALSE, prepared.error);
  if (call.local != nullptr) return failed(FALSE, WSAEINVAL);  // reserved
  const bool deferred = (call.flags & RIO_MSG_DEFER) != 0;
  if (!deferred) win32::count_possible_entry();
  return result_of(
      queue->post_send(prepared.request, has_extras(call) ? &prepared.extras : nullptr, deferred));
}

BOOL receive_plain(RIO_RQ queue, PRIO_BUF data, ULONG count, DWORD flags, PVOID context) {
  return receive({queue, data, count, nullptr, nullptr, nullptr, nullptr, flags, context});
}

int receive_ex(RIO_RQ queue, PRIO_BUF data, ULONG count, PRIO_BUF local, PRIO_BUF remote,
               PRIO_BUF control, PRIO_BUF flags_out, DWORD flags, PVOID context) {
  return receive({queue, data, count, local, remote, control, flags_out, flags, context});
}

BOOL send_plain(RIO_RQ queue, PRIO_BUF data, ULONG count, DWORD flags, PVOID context) {
  return send({queue, data, count, nullptr, nullptr, nullptr, nullptr, flags, context});
}

BOOL send_ex(RIO_RQ queue, PRIO_BUF data, ULONG count, PRIO_BUF local, PRIO_BUF remote,
             PRIO_BUF control, PRIO_BUF flags_out, DWORD flags, PVOID context) {
  return send({queue, data, count, local, remote, control, flags_out, flags, context});
}

RIO_BUFFERID register_memory(PCHAR data, DWORD bytes) {
  const WindowsEntry entry;
  return register_buffer(data, bytes);
}

VOID deregister_memory(RIO_BUFFERID id) {
  const WindowsEntry entry;
  deregister_buffer(id);
}

}  // namespace
}  // namespace rio

namespace win32 {

const RIO_EXTENSION_FUNCTION_TABLE& rio_function_table() {
  static const RIO_EXTENSION_FUNCTION_TABLE table{sizeof table,
                                                  rio::receive_plain,
                                                  rio::receive_ex,
                                                  rio::send_plain,
                                                  rio::send_ex,
                                                  rio::close_completion_queue,
                                                  rio::create_completion_queue,
                                                  rio::create_request_queue,
                                                  rio::dequeue_completion,
                                                  rio::deregister_memory,
                                                  rio::notify,
                                                  rio::register_memory,
                                                  rio::resize_completion_queue,
                                                  rio::resize_request_queue};
  return table;
}

}  // namespace win32
