// Blocking recvmmsg of 64: as few system calls as Linux allows a receiver that sleeps.

#include "harness/chapter.hpp"
#include "raw_calls.hpp"
#include "workshop/descriptor.h"

namespace {

constexpr std::size_t kBatch = 64;

void handle(harness::Counter& counter, const bench::BatchReceiver& receiver, int received) {
  counter.dequeued(static_cast<ULONG>(received));
  for (std::size_t i = 0; i < static_cast<std::size_t>(received); ++i) {
    counter.count(receiver.payload(i), receiver.bytes(i));
  }
}

void serve(harness::Run& run) {
  const harness::UniqueSocket socket =
      harness::open_server_socket(run.options(), WSA_FLAG_OVERLAPPED);
  const int descriptor = WorkshopDescriptor(socket.get());
  bench::BatchReceiver receiver(kBatch, run.options().datagram_bytes);
  run.ready(socket.get());
  while (run.running()) {
    const int received = receiver.receive(descriptor);
    if (received > 0) handle(run.counter(), receiver, received);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::chapter_main(argc, argv, {.name = "raw-recvmmsg", .serve = serve});
}
