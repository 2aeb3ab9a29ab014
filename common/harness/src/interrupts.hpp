// Ctrl-C and requests to terminate end the run instead of the process.
#pragma once

#include <mutex>

#include "harness/run.hpp"
#include "harness/unique_handle.hpp"

namespace harness {

// One for the process: the console has one list of handlers, and a handler gets no argument.
class Interrupts {
 public:
  static Interrupts& instance();

  // From now on an interrupt stops the run.
  void arm(Run& run);
  // The run is gone. An interrupt that comes now is ignored: the process is about to end anyway.
  void disarm();

 private:
  Interrupts();
  static BOOL WINAPI handle(DWORD control_type);
  void stop_run();

  std::mutex mutex_;
  Run* run_ = nullptr;      // guarded by mutex_
  bool installed_ = false;  // guarded by mutex_
  const UniqueHandle disarmed_;
};

}  // namespace harness
