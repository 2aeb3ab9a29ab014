// 06 · Registered I/O, polled
//
// The memory is registered once. Receives go into a request queue, results come out of a completion
// queue, and both are memory that program and kernel share: looking for results is no system call.
// So this server does not wait; it looks, and looks again.
//
// New here: the function table, one slab cut into slices, its registration, the two queues and
//           their sizes, results in batches, deferred posts and one commit for each batch.
// Left out: sleeping while there is nothing to do (07).

#include <span>
#include <vector>

#include "harness/chapter.hpp"

namespace {

// ---- constants ----

constexpr ULONG kBuffersPerRequest = 1;  // the only value that RIO accepts
constexpr ULONG kNoSends = 0;

// ---- setup ----

// A piece of the registered slab: where RIO finds it, and where the program reads it.
struct Slice : RIO_BUF {
  char* payload;
};

std::vector<Slice> cut_slices(char* memory, RIO_BUFFERID id, ULONG count, ULONG bytes) {
  std::vector<Slice> slices;
  for (ULONG offset = 0; slices.size() < count; offset += bytes) {
    slices.push_back({{id, offset, bytes}, memory + offset});
  }
  return slices;
}

// ---- queue ----

// The two queues shared with the kernel, and the functions that reach them.
struct Queues {
  const RIO_EXTENSION_FUNCTION_TABLE& rio;
  RIO_CQ completions;
  RIO_RQ requests;
};

// Every request posted needs its room in both queues, and keeps it until its result is dequeued.
RIO_RQ open_request_queue(const RIO_EXTENSION_FUNCTION_TABLE& rio, SOCKET socket,
                          RIO_CQ completions, ULONG outstanding) {
  const RIO_RQ requests =
      rio.RIOCreateRequestQueue(socket, outstanding, kBuffersPerRequest, kNoSends,
                                kBuffersPerRequest, completions, completions, nullptr);
  harness::check(requests != RIO_INVALID_RQ, "RIOCreateRequestQueue");
  return requests;
}

// Gives the slice away until its result is dequeued. Deferred: the kernel need not know yet.
void post_receive(const Queues& queues, Slice& slice) {
  harness::check(queues.rio.RIOReceive(queues.requests, &slice, 1, RIO_MSG_DEFER, &slice),
                 "RIOReceive");
}

// Starts all deferred receives with one call, which has no result of its own.
void commit_receives(const Queues& queues) {
  harness::check(queues.rio.RIOReceive(queues.requests, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr),
                 "RIOReceive(RIO_MSG_COMMIT_ONLY)");
}

// Takes the results that are there, perhaps none, without entering the kernel.
std::span<const RIORESULT> dequeue(const Queues& queues, std::vector<RIORESULT>& results) {
  const ULONG count = queues.rio.RIODequeueCompletion(queues.completions, results.data(),
                                                      static_cast<ULONG>(results.size()));
  // Not a count: used as one, the loop over the results would run four billion times.
  if (count == RIO_CORRUPT_CQ) harness::fail("RIODequeueCompletion");
  return {results.data(), count};
}

// ---- handle ----

void handle(harness::Counter& counter, const Queues& queues, std::span<const RIORESULT> batch) {
  counter.dequeued(static_cast<ULONG>(batch.size()));
  for (const RIORESULT& result : batch) {
    auto& slice = *reinterpret_cast<Slice*>(result.RequestContext);
    counter.count(slice.payload, result.BytesTransferred, static_cast<DWORD>(result.Status));
    post_receive(queues, slice);
  }
  commit_receives(queues);
}

// ---- serve ----

// A closed socket gives back all its slices; only then may registration and memory go.
void take_back(std::size_t outstanding, const Queues& queues, std::vector<RIORESULT>& results) {
  while (outstanding > 0) {
    outstanding -= dequeue(queues, results).size();
  }
}

void serve(harness::Run& run) {
  const harness::Options& options = run.options();
  const RIO_EXTENSION_FUNCTION_TABLE rio = harness::load_rio(options);

  // Locals die in reverse order: first the socket, then its queue, the registration, the memory.
  const harness::Slab slab{std::size_t{options.outstanding} * options.datagram_bytes, options};
  const rio::RegisteredBuffer registration{
      rio, rio.RIORegisterBuffer(slab.data(), slab.registration_bytes())};
  const rio::CompletionQueue completions{
      rio, rio.RIOCreateCompletionQueue(options.outstanding, nullptr)};
  harness::UniqueSocket socket = harness::open_server_socket(options, WSA_FLAG_REGISTERED_IO);

  const RIO_RQ requests =
      open_request_queue(rio, socket.get(), completions.get(), options.outstanding);
  const Queues queues{rio, completions.get(), requests};
  std::vector<Slice> slices =
      cut_slices(slab.data(), registration.get(), options.outstanding, options.datagram_bytes);
  for (Slice& slice : slices) {
    post_receive(queues, slice);
  }
  commit_receives(queues);

  std::vector<RIORESULT> results(options.max_batch);
  run.ready(socket.get());
  while (run.running()) {
    const auto batch = dequeue(queues, results);
    if (batch.empty()) {
      YieldProcessor();
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
      argc, argv, {.name = "06-rio-polled", .serve = serve, .defaults = harness::kRegisteredIo});
}
