// A point in time up to which a wait may last.
#pragma once

#include <chrono>
#include <climits>
#include <cstdint>

#include "win32/types.h"

namespace win32 {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  // From a Windows time-out: 0 polls, INFINITE never ends.
  static Deadline after_milliseconds(DWORD milliseconds) {
    Deadline deadline;
    deadline.kind_ = milliseconds == 0          ? Kind::now
                     : milliseconds == INFINITE ? Kind::never
                                                : Kind::at;
    if (deadline.kind_ == Kind::at) {
      deadline.at_ = Clock::now() + std::chrono::milliseconds(milliseconds);
    }
    return deadline;
  }
  static Deadline never() { return after_milliseconds(INFINITE); }

  [[nodiscard]] bool is_never() const { return kind_ == Kind::never; }
  [[nodiscard]] bool passed() const {
    return kind_ == Kind::now || (kind_ == Kind::at && Clock::now() >= at_);
  }
  // What is left, rounded up: a wait that ends early would report a time-out too soon.
  [[nodiscard]] int left_milliseconds() const {
    if (kind_ == Kind::never) return -1;
    if (kind_ == Kind::now) return 0;
    const auto left = at_ - Clock::now();
    if (left <= Clock::duration::zero()) return 0;
    const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(left).count();
    return rounded > INT_MAX ? INT_MAX : static_cast<int>(rounded);
  }

 private:
  enum class Kind : std::uint8_t { now, never, at };
  Kind kind_ = Kind::now;
  Clock::time_point at_;
};

}  // namespace win32
