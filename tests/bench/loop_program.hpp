// A server around one of the loops of loop_receivers.hpp.
#pragma once

#include "harness/chapter.hpp"
#include "loop_receivers.hpp"
#include "workshop/descriptor.h"

namespace bench {

template <typename Loop>
void serve_with(harness::Run& run, const Loop& loop) {
  const harness::UniqueSocket socket =
      harness::open_server_socket(run.options(), WSA_FLAG_OVERLAPPED);
  run.ready(socket.get());
  loop(WorkshopDescriptor(socket.get()), run.options().datagram_bytes,
       [&run](const char* payload, std::size_t bytes) {
         return run.counter().count(payload, static_cast<DWORD>(bytes)) && run.running();
       });
}

}  // namespace bench
