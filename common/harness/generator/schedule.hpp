// When is which datagram due?
//
// An open loop: the schedule depends on the clock alone, never on how long sending took, so a slow
// moment is followed by a faster one and the rate does not drift. Whoever is too far behind to
// catch up gives the arrears up, instead of flooding the receiver once the machine is free again.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace generator {

class Schedule {
 public:
  static constexpr std::uint64_t kAllAtOnce = std::numeric_limits<std::uint64_t>::max();

  // Flat out: everything is due at once.
  Schedule() = default;
  // Bursts of that many datagrams, so far apart that the average is the rate.
  // Times are in seconds since the start.
  Schedule(double rate_per_s, std::uint64_t burst, double first_burst_s);

  // How many datagrams are due by now?
  [[nodiscard]] std::uint64_t due(double now_s) const;
  // When is the next one due, after that many?
  [[nodiscard]] double due_time_s(std::uint64_t sent) const;
  // Gives up what is more than kLongestArrears behind.
  // @return seconds given up, mostly 0
  double forgive(double now_s, std::uint64_t sent);

  static constexpr double kLongestArrearsSeconds = 0.1;

 private:
  struct Pace {
    double interval_s;  // between two bursts
    std::uint64_t burst;
    double first_burst_s;
  };
  std::optional<Pace> pace_;
};

}  // namespace generator
