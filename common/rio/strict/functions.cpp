// The thirteen functions of the strict table: check, pass on, note.

#include <algorithm>
#include <utility>

#include "ledger.hpp"
#include "post_check.hpp"

namespace rio::strict {
namespace {

constexpr DWORD kSmallBytes = 4096;  // a registration pins whole pages
constexpr unsigned kManySmall = 64;

Ledger& ledger() {
  return Ledger::instance();
}
const RIO_EXTENSION_FUNCTION_TABLE& provider() {
  return ledger().provider();
}

std::shared_ptr<CompletionQueue> find(RIO_CQ handle) {
  const std::lock_guard lock(ledger().mutex);
  const auto entry = ledger().completion_queues.find(handle);
  return entry != ledger().completion_queues.end() ? entry->second : nullptr;
}
std::shared_ptr<RequestQueue> find(RIO_RQ handle) {
  const std::lock_guard lock(ledger().mutex);
  const auto entry = ledger().request_queues.find(handle);
  return entry != ledger().request_queues.end() ? entry->second : nullptr;
}

void report_if_shared(const Inside& inside, Rule rule, std::string object, const char* call,
                      const char* what) {
  if (!inside.alone()) ledger().report(rule, std::move(object), call, what);
}

// ---- buffers -----------------------------------------------------------------------------

RIO_BUFFERID PASCAL register_buffer(PCHAR data, DWORD bytes) {
  const RIO_BUFFERID id = provider().RIORegisterBuffer(data, bytes);
  if (id == RIO_INVALID_BUFFERID) return id;
  Ledger& known = ledger();
  const std::lock_guard lock(known.mutex);
  const Buffer buffer{++known.buffers_made, data, bytes};
  known.buffers.insert_or_assign(id, buffer);
  if (bytes < kSmallBytes && ++known.small_registrations == kManySmall) {
    known.report(Rule::register_few_and_large, name_of(buffer), "RIORegisterBuffer",
                 "64 buffers of less than a page have been registered; each pins a whole page and "
                 "costs a call into the kernel: register one slab and cut it into slices");
  }
  return id;
}

VOID PASCAL deregister_buffer(RIO_BUFFERID id) {
  {
    Ledger& known = ledger();
    const std::lock_guard lock(known.mutex);
    const auto buffer = known.buffers.find(id);
    if (buffer != known.buffers.end()) {
      if (buffer->second.in_use > 0) {
        known.report(Rule::deregister_when_unused, name_of(buffer->second), "RIODeregisterBuffer",
                     std::to_string(buffer->second.in_use) +
                         " requests still use it; dequeue their results first");
      }
      known.buffers.erase(buffer);
    }
  }
  provider().RIODeregisterBuffer(id);
}

// ---- completion queues --------------------------------------------------------------------

RIO_CQ PASCAL create_completion_queue(DWORD size, PRIO_NOTIFICATION_COMPLETION notification) {
  Ledger& known = ledger();
  const RIO_CQ handle = provider().RIOCreateCompletionQueue(size, notification);
  const std::lock_guard lock(known.mutex);
  if (handle == RIO_INVALID_CQ) {
    if (notification != nullptr && notification->Type == RIO_IOCP_COMPLETION &&
        notification->Iocp.Overlapped == nullptr) {
      known.report(Rule::notification_needs_an_overlapped, "CQ", "RIOCreateCompletionQueue",
                   "Iocp.Overlapped is NULL; it must point to something, which is never read");
    }
    return handle;
  }
  auto queue = std::make_shared<CompletionQueue>();
  queue->number = ++known.completion_queues_made;
  queue->size = size;
  queue->notifies = notification != nullptr;
  if (notification != nullptr && notification->Type == RIO_EVENT_COMPLETION &&
      notification->Event.NotifyReset == FALSE) {
    queue->event = notification->Event.EventHandle;
  }
  known.completion_queues.insert_or_assign(handle, std::move(queue));
  return handle;
}

VOID PASCAL close_completion_queue(RIO_CQ handle) {
  if (const auto queue = find(handle)) {
    Ledger& known = ledger();
    const std::lock_guard lock(known.mutex);
    if (queue->outstanding > 0) {
      known.report(Rule::close_when_unused, name_of(*queue), "RIOCloseCompletionQueue",
                   "the results of " + std::to_string(queue->outstanding) +
                       " requests are still to come or not dequeued; close the socket, dequeue "
                       "them, then close the queue, then deregister the buffer");
    }
    known.completion_queues.erase(handle);
  }
  provider().RIOCloseCompletionQueue(handle);
}

BOOL PASCAL resize_completion_queue(RIO_CQ handle, DWORD size) {
  const auto queue = find(handle);
  if (!queue) return provider().RIOResizeCompletionQueue(handle, size);
  const Inside inside(queue->inside);
  report_if_shared(inside, Rule::one_thread_dequeues, name_of(*queue), "RIOResizeCompletionQueue",
                   "another thread is in this queue; dequeue and resize need one lock");
  const BOOL done = provider().RIOResizeCompletionQueue(handle, size);
  const std::lock_guard lock(ledger().mutex);
  if (done) queue->size = size;
  return done;
}

// The result's request, in the caller's terms; the ledger's mutex is held.
void settle(CompletionQueue& queue, RIORESULT& result) {
  auto* const request = reinterpret_cast<Request*>(static_cast<ULONG_PTR>(result.RequestContext));
  RequestQueue& owner = *request->queue;
  Ledger& known = ledger();
  if (request->send && request->checksum != checksum_of(known, request->data)) {
    known.report(Rule::send_must_not_change, name_of(owner), "RIODequeueCompletion",
                 "the bytes of the send that was post " + std::to_string(request->number) +
                     " were changed before its result was dequeued");
  }
  const auto buffer = known.buffers.find(request->data.BufferId);
  if (buffer != known.buffers.end() && buffer->second.in_use > 0) --buffer->second.in_use;
  --queue.outstanding;
  if (request->silent) --queue.silent;
  result.SocketContext = reinterpret_cast<ULONG_PTR>(owner.context);
  result.RequestContext = reinterpret_cast<ULONG_PTR>(request->context);
  owner.in_flight.remove_if([request](const Request& other) { return &other == request; });
}

ULONG PASCAL dequeue_completion(RIO_CQ handle, PRIORESULT results, ULONG limit) {
  const auto queue = find(handle);
  if (!queue) return provider().RIODequeueCompletion(handle, results, limit);
  const Inside inside(queue->inside);
  report_if_shared(inside, Rule::one_thread_dequeues, name_of(*queue), "RIODequeueCompletion",
                   "another thread is in this queue; dequeues of one queue need one lock");
  const ULONG count = provider().RIODequeueCompletion(handle, results, limit);
  if (count == RIO_CORRUPT_CQ) return count;
  const std::lock_guard lock(ledger().mutex);
  if (count > 0) queue->asked = false;
  for (ULONG i = 0; i < count; ++i)
    settle(*queue, results[i]);
  return count;
}

// Still set from the last time, and nobody but the caller would reset it?
bool is_left_set(HANDLE event) {
  if (event == nullptr || WaitForSingleObject(event, 0) != WAIT_OBJECT_0) return false;
  const bool manual = WaitForSingleObject(event, 0) == WAIT_OBJECT_0;
  if (!manual) SetEvent(event);
  return manual;
}

INT PASCAL notify(RIO_CQ handle) {
  const auto queue = find(handle);
  if (queue && is_left_set(queue->event)) {
    ledger().report(Rule::event_must_be_reset, name_of(*queue), "RIONotify",
                    "its event is still set and NotifyReset is FALSE: the next wait returns at "
                    "once; reset it before RIONotify, or make the queue with NotifyReset TRUE");
  }
  const INT error = provider().RIONotify(handle);
  if (!queue) return error;
  const std::lock_guard lock(ledger().mutex);
  if (error == ERROR_SUCCESS) queue->asked = true;
  if (error == WSAEALREADY) {
    ledger().report(Rule::notify_is_one_shot, name_of(*queue), "RIONotify",
                    "it is armed already; one RIONotify gives one notification, and the next call "
                    "belongs after it");
  }
  return error;
}

// ---- request queues -----------------------------------------------------------------------

struct NewRequestQueue {
  ULONG receives;
  ULONG receive_buffers;
  ULONG sends;
  ULONG send_buffers;
  std::shared_ptr<CompletionQueue> receive;
  std::shared_ptr<CompletionQueue> send;
};

// The mutex is held.
void explain(const NewRequestQueue& wanted, int error) {
  constexpr const char* kCall = "RIOCreateRequestQueue";
  if (wanted.receive_buffers > 1 || wanted.send_buffers > 1) {
    ledger().report(Rule::one_buffer_per_request, "RQ", kCall,
                    "MaxReceiveDataBuffers and MaxSendDataBuffers must be 1: a request has one "
                    "buffer");
  } else if (error == WSAENOBUFS && wanted.receive) {
    ledger().report(
        Rule::completion_queue_must_hold_all, name_of(*wanted.receive), kCall,
        "of its " + std::to_string(wanted.receive->size) + " places " +
            std::to_string(wanted.receive->reserved) +
            " are reserved; every request queue reserves all it may ever have outstanding");
  } else if (error == WSAEINVAL && wanted.receive && wanted.send &&
             (wanted.receives > 0 || wanted.sends > 0)) {
    ledger().report(Rule::socket_needs_the_flag, "RQ", kCall,
                    "refused, although its queues and limits are good: the socket (or the listener "
                    "it comes from) must be made with WSA_FLAG_REGISTERED_IO, and can have one "
                    "request queue");
  }
}

RIO_RQ PASCAL create_request_queue(SOCKET socket, ULONG receives, ULONG receive_buffers,
                                   ULONG sends, ULONG send_buffers, RIO_CQ receive_queue,
                                   RIO_CQ send_queue, PVOID context) {
  const NewRequestQueue wanted{receives,     receive_buffers,     sends,
                               send_buffers, find(receive_queue), find(send_queue)};
  auto queue = std::make_shared<RequestQueue>();
  const RIO_RQ handle =
      provider().RIOCreateRequestQueue(socket, receives, receive_buffers, sends, send_buffers,
                                       receive_queue, send_queue, queue.get());
  const int error = handle == RIO_INVALID_RQ ? WSAGetLastError() : 0;
  Ledger& known = ledger();
  const std::lock_guard lock(known.mutex);
  if (handle == RIO_INVALID_RQ) {
    explain(wanted, error);
    WSASetLastError(error);
    return handle;
  }
  queue->number = ++known.request_queues_made;
  queue->handle = handle;
  queue->max_receives = receives;
  queue->max_sends = sends;
  queue->receive = wanted.receive;
  queue->send = wanted.send;
  queue->context = context;
  if (queue->receive) queue->receive->reserved += receives;
  if (queue->send) queue->send->reserved += sends;
  auto& place = known.request_queues[handle];
  if (place) known.replaced.push_back(place);
  place = std::move(queue);
  return handle;
}

BOOL PASCAL resize_request_queue(RIO_RQ handle, DWORD receives, DWORD sends) {
  const auto queue = find(handle);
  if (!queue) return provider().RIOResizeRequestQueue(handle, receives, sends);
  const Inside inside(queue->inside);
  report_if_shared(inside, Rule::one_thread_posts, name_of(*queue), "RIOResizeRequestQueue",
                   "another thread is in this queue; posts and resizes need one lock");
  const BOOL done = provider().RIOResizeRequestQueue(handle, receives, sends);
  const std::lock_guard lock(ledger().mutex);
  if (done) {
    queue->max_receives = receives;
    queue->max_sends = sends;
  }
  return done;
}

// ---- requests -----------------------------------------------------------------------------

int pass_on(const Call& call, PVOID context) {
  const auto function = call.send ? provider().RIOSendEx : provider().RIOReceiveEx;
  if (call.local != nullptr || call.remote != nullptr || call.control != nullptr ||
      call.flags_out != nullptr) {
    return function(call.queue, call.data, call.count, call.local, call.remote, call.control,
                    call.flags_out, call.flags, context);
  }
  const auto plain = call.send ? provider().RIOSend : provider().RIOReceive;
  return plain(call.queue, call.data, call.count, call.flags, context);
}

// Enters the request before the call: its result may be there before the call returns. The mutex is
// held.
Request* enter(RequestQueue& queue, const Call& call) {
  Request request{&queue,
                  ++queue.posts,
                  call.context,
                  call.send,
                  (call.flags & RIO_MSG_DONT_NOTIFY) != 0,
                  (call.flags & RIO_MSG_DEFER) != 0,
                  call.data != nullptr ? *call.data : RIO_BUF{RIO_INVALID_BUFFERID, 0, 0}};
  if (call.send) request.checksum = checksum_of(ledger(), request.data);
  const auto buffer = ledger().buffers.find(request.data.BufferId);
  if (buffer != ledger().buffers.end()) ++buffer->second.in_use;
  CompletionQueue& results = *(call.send ? queue.send : queue.receive);
  ++results.outstanding;
  if (request.silent) ++results.silent;
  queue.in_flight.push_back(request);
  if (!request.deferred) queue.commit(call.send);
  return &queue.in_flight.back();
}

// The mutex is held.
void take_back(RequestQueue& queue, const Request* request) {
  const auto buffer = ledger().buffers.find(request->data.BufferId);
  if (buffer != ledger().buffers.end()) --buffer->second.in_use;
  CompletionQueue& results = *(request->send ? queue.send : queue.receive);
  --results.outstanding;
  if (request->silent) --results.silent;
  queue.in_flight.remove_if([request](const Request& other) { return &other == request; });
}

int commit(RequestQueue& queue, const Call& call) {
  {
    const std::lock_guard lock(ledger().mutex);
    check_post(ledger(), queue, call);
    queue.commit(call.send);
  }
  return pass_on(call, call.context);
}

int post(const Call& call) {
  const auto queue = find(call.queue);
  if (!queue || !queue->receive || !queue->send) return pass_on(call, call.context);
  // A commit is the one call that may overlap with others.
  if ((call.flags & RIO_MSG_COMMIT_ONLY) != 0) return commit(*queue, call);
  const Inside inside(queue->inside);
  report_if_shared(inside, Rule::one_thread_posts, name_of(*queue), call.function,
                   "another thread is in this queue; all posts on one request queue, receives and "
                   "sends, need one lock");
  Request* request = nullptr;
  {
    const std::lock_guard lock(ledger().mutex);
    check_post(ledger(), *queue, call);
    request = enter(*queue, call);
  }
  const int accepted = pass_on(call, request);
  if (accepted) return accepted;
  const int error = WSAGetLastError();
  {
    const std::lock_guard lock(ledger().mutex);
    take_back(*queue, request);
    explain_refusal(ledger(), *queue, call, error);
  }
  WSASetLastError(error);
  return accepted;
}

BOOL PASCAL receive(RIO_RQ queue, PRIO_BUF data, ULONG count, DWORD flags, PVOID context) {
  return post({"RIOReceive", queue, data, count, nullptr, nullptr, nullptr, nullptr, flags, context,
               false});
}
int PASCAL receive_ex(RIO_RQ queue, PRIO_BUF data, ULONG count, PRIO_BUF local, PRIO_BUF remote,
                      PRIO_BUF control, PRIO_BUF flags_out, DWORD flags, PVOID context) {
  return post({"RIOReceiveEx", queue, data, count, local, remote, control, flags_out, flags,
               context, false});
}
BOOL PASCAL send(RIO_RQ queue, PRIO_BUF data, ULONG count, DWORD flags, PVOID context) {
  return post(
      {"RIOSend", queue, data, count, nullptr, nullptr, nullptr, nullptr, flags, context, true});
}
BOOL PASCAL send_ex(RIO_RQ queue, PRIO_BUF data, ULONG count, PRIO_BUF local, PRIO_BUF remote,
                    PRIO_BUF control, PRIO_BUF flags_out, DWORD flags, PVOID context) {
  return post(
      {"RIOSendEx", queue, data, count, local, remote, control, flags_out, flags, context, true});
}

}  // namespace
}  // namespace rio::strict

namespace rio {

RIO_EXTENSION_FUNCTION_TABLE make_strict(const RIO_EXTENSION_FUNCTION_TABLE& provider,
                                         MistakeHandler handler) {
  using namespace strict;
  Ledger::instance().reset(provider, std::move(handler));
  return {sizeof(RIO_EXTENSION_FUNCTION_TABLE),
          receive,
          receive_ex,
          send,
          send_ex,
          close_completion_queue,
          create_completion_queue,
          create_request_queue,
          dequeue_completion,
          deregister_buffer,
          notify,
          register_buffer,
          resize_completion_queue,
          resize_request_queue};
}

}  // namespace rio
