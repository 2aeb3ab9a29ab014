/// @file
/// @brief Why a run ended.
#pragma once

#include <cstdint>

namespace harness {

enum class StopReason : std::uint8_t {
  none,           ///< it has not ended
  stop_datagram,  ///< a datagram shorter than the agreed size
  interrupt,      ///< Ctrl-C or a request to terminate
  time,           ///< --for is over
  idle,           ///< nothing came for --idle
  error,          ///< the server failed
};

/// "stop datagram", "interrupt", …
[[nodiscard]] const char* name_of(StopReason reason);

}  // namespace harness
