// 08 · Registered I/O, notified through a port
//
// As in 07, but the notification is a packet on a completion port, so that RIO fits into a program
// that has one. The packet only says "look": the results are in the completion queue, and one
// packet stands for all of them.
//
// New here: a completion queue with a port; key and OVERLAPPED as mere tags.
// Left out: several threads on the port (09).

#include <span>
#include <vector>

#include "harness/chapter.hpp"

namespace {

// ---- constants ----

constexpr ULONG_PTR kResultsKey = 1;  // comes back with the packet of RIONotify
constexpr DWORD kConcurrency = 1;     // threads that the port lets run at the same time

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

// Asks for one packet as soon as there are results; at once if there are some now.
void notify(const Queues& queues) {
  const INT error = queues.rio.RIONotify(queues.completions);  // not in WSAGetLastError
  if (error != ERROR_SUCCESS) harness::fail("RIONotify", static_cast<DWORD>(error));
}

// Sleeps until the port has a packet.
ULONG_PTR take_packet(HANDLE port) {
  DWORD bytes = 0;  // means nothing here
  ULONG_PTR key = 0;
  OVERLAPPED* tag = nullptr;
  harness::check(GetQueuedCompletionStatus(port, &bytes, &key, &tag, INFINITE),
                 "GetQueuedCompletionStatus");
  return key;
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
      take_packet(port.get());
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
      argc, argv, {.name = "08-rio-iocp", .serve = serve, .defaults = harness::kRegisteredIo});
}
