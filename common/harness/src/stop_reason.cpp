#include "harness/stop_reason.hpp"

namespace harness {

const char* name_of(StopReason reason) {
  switch (reason) {
    case StopReason::none:
      return "none";
    case StopReason::stop_datagram:
      return "stop datagram";
    case StopReason::interrupt:
      return "interrupt";
    case StopReason::time:
      return "time";
    case StopReason::idle:
      return "idle";
    case StopReason::error:
      return "error";
  }
  return "none";
}

}  // namespace harness
