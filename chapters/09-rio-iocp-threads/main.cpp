// 09 · Registered I/O, several threads and a baton
//
// Two threads in one completion queue corrupt it. What keeps them apart is a baton: the packet of
// RIONotify. Whoever takes it dequeues one batch, calls RIONotify to pass it on, and then works.
//
// New here: RIONotify before the work, a bounded batch for each thread, a lock for posting.
// Left out: threads that share nothing (12).

#include <span>
#include <vector>

#include "harness/chapter.hpp"

namespace {

// ---- constants ----

constexpr ULONG_PTR kStopKey = 0;     // a packet of our own: one thread takes it and leaves
constexpr ULONG_PTR kResultsKey = 1;  // comes back with the packet of RIONotify: the baton
constexpr DWORD kConcurrency = 0;     // as many running threads as there are processors

// ---- setup ----

harness::UniqueHandle open_port() {
  harness::UniqueHandle port{
      CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, kConcurrency)};
  harness::check(port.get() != nullptr, "CreateIoCompletionPort");
  return port;
}

// ---- queue ----

struct Queues {
  const RIO_EXTENSION_FUNCTION_TABLE& rio;
  RIO_CQ completions;
  RIO_RQ requests;
  SRWLOCK posting = SRWLOCK_INIT;  // only one thread at a time may post into the request queue
};

void post_receive(Queues& queues, harness::Slice& slice) {
  AcquireSRWLockExclusive(&queues.posting);
  const BOOL posted = queues.rio.RIOReceive(queues.requests, &slice, 1, RIO_MSG_DEFER, &slice);
  ReleaseSRWLockExclusive(&queues.posting);
  harness::check(posted, "RIOReceive");
}

// Needs no lock: RIO allows a commit at any time.
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

void notify(const Queues& queues) {
  const INT error = queues.rio.RIONotify(queues.completions);  // not in WSAGetLastError
  if (error != ERROR_SUCCESS) harness::fail("RIONotify", static_cast<DWORD>(error));
}

ULONG_PTR take_packet(HANDLE port) {
  DWORD bytes = 0;  // means nothing here
  ULONG_PTR key = 0;
  OVERLAPPED* tag = nullptr;
  harness::check(GetQueuedCompletionStatus(port, &bytes, &key, &tag, INFINITE),
                 "GetQueuedCompletionStatus");
  return key;
}

// ---- handle ----

void handle(harness::Counter& counter, Queues& queues, std::span<const RIORESULT> batch) {
  counter.dequeued(static_cast<ULONG>(batch.size()));
  for (const RIORESULT& result : batch) {
    auto& slice = *reinterpret_cast<harness::Slice*>(result.RequestContext);
    counter.count(slice.payload, result.BytesTransferred, static_cast<DWORD>(result.Status));
    post_receive(queues, slice);
  }
  commit_receives(queues);
}

// ---- serve ----

// What each thread does. Up to notify() it is alone in the completion queue.
void work(harness::Run& run, unsigned thread, Queues& queues, HANDLE port) {
  std::vector<RIORESULT> results(run.options().max_batch);
  while (take_packet(port) != kStopKey) {
    const auto batch = dequeue(queues, results);
    notify(queues);
    run.counter(thread).notified();
    handle(run.counter(thread), queues, batch);
  }
}

void post_stop_packet(HANDLE port) {
  harness::check(PostQueuedCompletionStatus(port, 0, kStopKey, nullptr),
                 "PostQueuedCompletionStatus");
}

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
  OVERLAPPED tag{};  // comes back with each packet; nobody looks into it
  const harness::UniqueHandle port = open_port();
  RIO_NOTIFICATION_COMPLETION notification{};
  notification.Type = RIO_IOCP_COMPLETION;
  notification.Iocp = {port.get(), reinterpret_cast<void*>(kResultsKey), &tag};
  const rio::CompletionQueue completions{
      rio, rio.RIOCreateCompletionQueue(options.outstanding, &notification)};
  harness::UniqueSocket socket = harness::open_server_socket(options, WSA_FLAG_REGISTERED_IO);
  const RIO_RQ requests = rio.RIOCreateRequestQueue(socket.get(), options.outstanding, 1, 0, 1,
                                                    completions.get(), completions.get(), nullptr);
  harness::check(requests != RIO_INVALID_RQ, "RIOCreateRequestQueue");
  Queues queues{rio, completions.get(), requests};
  for (harness::Slice& slice : slices) {
    post_receive(queues, slice);
  }
  commit_receives(queues);

  run.ready(socket.get());
  notify(queues);
  harness::run_threads(
      run, [&](unsigned thread) { work(run, thread, queues, port.get()); },
      [&] { post_stop_packet(port.get()); });

  socket.reset();  // not before: a thread that still posts would meet a closed socket
  std::vector<RIORESULT> results(options.max_batch);
  take_back(slices.size(), queues, results);
}

}  // namespace

int main(int argc, char** argv) {
  return harness::chapter_main(
      argc, argv,
      {.name = "09-rio-iocp-threads", .serve = serve, .defaults = harness::kRegisteredIoThreads});
}
