#include "generator/schedule.hpp"

#include <cmath>

namespace generator {

Schedule::Schedule(double rate_per_s, std::uint64_t burst, double first_burst_s)
    : pace_(Pace{static_cast<double>(burst) / rate_per_s, burst, first_burst_s}) {}

std::uint64_t Schedule::due(double now_s) const {
  if (!pace_) return kAllAtOnce;
  if (now_s < pace_->first_burst_s) return 0;
  const double bursts = std::floor((now_s - pace_->first_burst_s) / pace_->interval_s) + 1;
  return static_cast<std::uint64_t>(bursts) * pace_->burst;
}

double Schedule::due_time_s(std::uint64_t sent) const {
  if (!pace_) return 0;
  const std::uint64_t bursts = sent / pace_->burst;
  return pace_->first_burst_s + static_cast<double>(bursts) * pace_->interval_s;
}

double Schedule::forgive(double now_s, std::uint64_t sent) {
  if (!pace_) return 0;
  const double too_late = now_s - due_time_s(sent) - kLongestArrearsSeconds - pace_->interval_s;
  if (too_late <= 0) return 0;
  pace_->first_burst_s += too_late;
  return too_late;
}

}  // namespace generator
