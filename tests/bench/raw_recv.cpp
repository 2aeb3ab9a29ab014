// The bare system call that a blocking WSARecv stands on: one datagram a call.

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
  for (bool go_on = true; go_on;) {
    const long bytes = bench::receive(descriptor, payload);
    go_on =
        bytes >= 0 ? run.counter().count(payload.data(), static_cast<DWORD>(bytes)) : run.running();
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::chapter_main(argc, argv, {.name = "raw-recv", .serve = serve});
}
