// Non-blocking recv in a loop: like with like for a server that polls.

#include <vector>

#include "harness/chapter.hpp"
#include "raw_calls.hpp"
#include "workshop/descriptor.h"

namespace {

void serve(harness::Run& run) {
  const harness::UniqueSocket socket =
      harness::open_server_socket(run.options(), WSA_FLAG_OVERLAPPED);
  const int descriptor = WorkshopDescriptor(socket.get());
  std::vector<char> payload(run.options().datagram_bytes);
  run.ready(socket.get());
  while (run.running()) {
    const long bytes = bench::receive_without_waiting(descriptor, payload);
    if (bytes >= 0) {
      run.counter().count(payload.data(), static_cast<DWORD>(bytes));
    } else {
      YieldProcessor();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::chapter_main(argc, argv, {.name = "raw-recv-spin", .serve = serve});
}
