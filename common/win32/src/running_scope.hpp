// A worker of a completion port that blocks does not count as running.
#pragma once

namespace win32 {

// Around every wait inside the layer: the port the calling thread works for may meanwhile let
// another thread run. A block outside the layer cannot be seen from user space.
class NotRunningScope {
 public:
  NotRunningScope();
  ~NotRunningScope();
  NotRunningScope(const NotRunningScope&) = delete;
  NotRunningScope& operator=(const NotRunningScope&) = delete;
};

}  // namespace win32
