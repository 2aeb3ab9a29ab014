// Telling the servers that this was all.
#pragma once

#include "generator/options.hpp"

namespace generator {

struct StopsSent {
  unsigned sent = 0;
  // Nobody listened any more, before the first one arrived.
  bool found_nobody = false;
};

// Sends the stop datagrams to every destination. A busy server's buffer may be full, so each waits
// twice as long as the one before: 5, 10, 20, 40, 80 ms, then 80 ms each. A server that is gone
// gets no more of them.
StopsSent send_stops(const Options& options);

}  // namespace generator
