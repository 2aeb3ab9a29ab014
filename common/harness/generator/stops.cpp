#include "generator/stops.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "generator/sender.hpp"
#include "harness/stop_mark.hpp"

namespace generator {
namespace {

constexpr DWORD kFirstPauseMilliseconds = 5;
constexpr DWORD kLongestPauseMilliseconds = 80;

class Stopping {
 public:
  explicit Stopping(const SOCKADDR_INET& destination) : socket_(open_connected(destination, 0)) {}

  void send_one() {
    if (gone_) return;
    std::string mark(harness::kStopMark);
    if (socket_.send(mark.data(), static_cast<DWORD>(mark.size()))) ++sent_;
  }

  // A server that ended at the stop before this one is gone too: that is how it should be.
  void look() {
    if (gone_ || !socket_.was_refused()) return;
    gone_ = true;
    found_nobody_ = sent_ <= 1;
  }

  [[nodiscard]] bool is_gone() const { return gone_; }
  [[nodiscard]] bool found_nobody() const { return found_nobody_; }
  [[nodiscard]] unsigned sent() const { return sent_; }

 private:
  ConnectedSocket socket_;
  unsigned sent_ = 0;
  bool gone_ = false;
  bool found_nobody_ = false;
};

}  // namespace

StopsSent send_stops(const Options& options) {
  std::vector<std::unique_ptr<Stopping>> destinations;
  if (options.stops > 0) {
    for (const SOCKADDR_INET& destination : options.destinations) {
      destinations.push_back(std::make_unique<Stopping>(destination));
    }
  }
  DWORD pause = kFirstPauseMilliseconds;
  for (unsigned stop = 0; stop < options.stops; ++stop) {
    Sleep(pause);
    pause = std::min(2 * pause, kLongestPauseMilliseconds);
    for (const auto& destination : destinations) {
      destination->send_one();
      destination->look();
    }
    if (std::ranges::all_of(destinations, &Stopping::is_gone,
                            [](const auto& each) -> const Stopping& { return *each; })) {
      break;
    }
  }
  StopsSent total;
  for (const auto& destination : destinations) {
    total.sent += destination->sent();
    total.found_nobody = total.found_nobody || destination->found_nobody();
  }
  return total;
}

}  // namespace generator
