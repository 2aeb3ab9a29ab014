// Ends a run that does not end by itself, and wakes a server that sleeps in a call.
//
// The guard's thread sleeps on the stop event. With --for or --idle it looks at the clock and the
// counters at most every 100 ms; otherwise it sleeps until the run has ended. Then it sends stop
// datagrams to the server's own port, until serve() has returned: a server in a blocking receive,
// at a port or waiting for RIONotify wakes up from that, whatever API it uses. One would do if the
// socket's buffer had room for it, so there is another every 50 ms. A server that has not come back
// after ten seconds never will: the process is ended.
#pragma once

#include <chrono>
#include <thread>

#include "harness/run.hpp"
#include "harness/unique_handle.hpp"
#include "harness/unique_socket.hpp"
#include "rio/windows_api.hpp"

namespace harness {

class Guard {
 public:
  Guard(Run& run, const SOCKADDR_INET& server);
  // serve() has returned.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  // Returns as soon as the run has ended, for a reason found here or elsewhere.
  void wait_for_stop();
  [[nodiscard]] DWORD next_look_milliseconds() const;
  void look();
  void wake_server();

  Run& run_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_change_ = begin_;
  std::uint64_t last_datagrams_ = 0;
  SOCKADDR_INET server_;
  const UniqueSocket socket_;
  const UniqueHandle returned_;
  std::thread thread_;
};

}  // namespace harness
