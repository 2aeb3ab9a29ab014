// 07 · Registered I/O, woken by an event
//
// While there are results this server dequeues, as in 06. When there are none it asks for a
// notification and sleeps: RIONotify signals an event once, as soon as the queue is not empty.
//
// New here: a completion queue with an event, RIONotify, waiting for two things at once.
//           The slices come from the harness, which registers and cuts them as 06 does.
// Left out: a notification that arrives on a port (08).

#include <span>
#include <vector>

#include "harness/chapter.hpp"

namespace {

// ---- setup ----

harness::UniqueHandle open_event() {
  harness::UniqueHandle event{WSACreateEvent()};
  harness::check(event.get() != WSA_INVALID_EVENT, "WSACreateEvent");
  return event;
}

// ---- queue ----

struct Queues {
  const RIO_EXTENSION_FUNCTION_TABLE& rio;
  RIO_CQ completions;
  RIO_RQ requests;
};

void post_receive(const Queues& queues, harness::Slice& slice) {
  harness::check(queues.rio.RIOReceive(queues.requests, &slice, 1, RIO_MSG_DEFER, &slice),
                 "RIOReceive");
}

void commit_receives(const Queues& queues) {
  harness::check(queues.rio.RIOReceive(queues.requests, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr),
                 "RIOReceive(RIO_MSG_COMMIT_ONLY)");
}

std::span<const RIORESULT> dequeue(const Queues& queues, std::vector<RIORESULT>& results) {
  const ULONG count = queues.rio.RIODequeueCompletion(queues.completions, results.data(),
                                                      static_cast<ULONG>(results.size()));
  if (count == RIO_CORRUPT_CQ) harness::fail("RIODequeueCompletion");
  return {results.data(), count};
}

// Asks for one notification as soon as there are results; at once if there are some now.
void notify(const Queues& queues) {
  const INT error = queues.rio.RIONotify(queues.completions);  // not in WSAGetLastError
  if (error != ERROR_SUCCESS) harness::fail("RIONotify", static_cast<DWORD>(error));
}

void wait_for_either(HANDLE results, HANDLE stop) {
  const HANDLE events[] = {results, stop};
  harness::check(WaitForMultipleObjects(2, events, FALSE, INFINITE) != WAIT_FAILED,
                 "WaitForMultipleObjects");
}

// ---- handle ----

void handle(harness::Counter& counter, const Queues& queues, std::span<const RIORESULT> batch) {
  counter.dequeued(static_cast<ULONG>(batch.size()));
  for (const RIORESULT& result : batch) {
    auto& slice = *reinterpret_cast<harness::Slice*>(result.RequestContext);
    counter.count(slice.payload, result.BytesTransferred, static_cast<DWORD>(result.Status));
    post_receive(queues, slice);
  }
  commit_receives(queues);
}

// ---- serve ----

void take_back(std::size_t outstanding, const Queues& queues, std::vector<RIORESULT>& results) {
  while (outstanding > 0) {
    outstanding -= dequeue(queues, results).size();
  }
}

void serve(harness::Run& run) {
  const harness::Options& options = run.options();
  const RIO_EXTENSION_FUNCTION_TABLE rio = harness::load_rio(options);

  // Locals die in reverse order: first the socket, then its queue, then registration and memory.
  harness::RegisteredSlices slices{rio, options};
  const harness::UniqueHandle event = open_event();
  RIO_NOTIFICATION_COMPLETION notification{};
  notification.Type = RIO_EVENT_COMPLETION;
  notification.Event = {event.get(), TRUE};  // TRUE: RIONotify resets the event by itself
  const rio::CompletionQueue completions{
      rio, rio.RIOCreateCompletionQueue(options.outstanding, &notification)};
  harness::UniqueSocket socket = harness::open_server_socket(options, WSA_FLAG_REGISTERED_IO);
  const RIO_RQ requests = rio.RIOCreateRequestQueue(socket.get(), options.outstanding, 1, 0, 1,
                                                    completions.get(), completions.get(), nullptr);
  harness::check(requests != RIO_INVALID_RQ, "RIOCreateRequestQueue");
  const Queues queues{rio, completions.get(), requests};
  for (harness::Slice& slice : slices) {
    post_receive(queues, slice);
  }
  commit_receives(queues);

  std::vector<RIORESULT> results(options.max_batch);
  run.ready(socket.get());
  while (run.running()) {
    const auto batch = dequeue(queues, results);
    if (batch.empty()) {
      notify(queues);
      wait_for_either(event.get(), run.stop_event());
      run.counter().notified();
    } else {
      handle(run.counter(), queues, batch);
    }
  }

  socket.reset();
  take_back(slices.size(), queues, results);
}

}  // namespace

int main(int argc, char** argv) {
  return harness::chapter_main(
      argc, argv, {.name = "07-rio-event", .serve = serve, .defaults = harness::kRegisteredIo});
}
