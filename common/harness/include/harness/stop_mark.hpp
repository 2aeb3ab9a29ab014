/// @file
/// @brief The datagram that ends a run.
#pragma once

#include <string_view>

namespace harness {

/// Shorter than any datagram that is counted: those have at least nine bytes.
inline constexpr std::string_view kStopMark = "RIO-STOP";

[[nodiscard]] inline bool is_stop_mark(std::string_view datagram) {
  return datagram == kStopMark;
}

}  // namespace harness
