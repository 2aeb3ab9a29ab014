#include "interrupts.hpp"

#include "harness/error.hpp"

namespace harness {
namespace {

// Windows gives a program five seconds after "close".
constexpr DWORD kPatienceMilliseconds = 4000;

}  // namespace

Interrupts& Interrupts::instance() {
  // Never destroyed: a handler may run while static objects die.
  static auto* const only = new Interrupts;
  return *only;
}

Interrupts::Interrupts() : disarmed_(CreateEventA(nullptr, TRUE, TRUE, nullptr)) {
  check(disarmed_.get() != nullptr, "CreateEventA");
}

void Interrupts::arm(Run& run) {
  const std::lock_guard lock(mutex_);
  run_ = &run;
  ResetEvent(disarmed_.get());
  if (installed_) return;
  check(SetConsoleCtrlHandler(&Interrupts::handle, TRUE) != FALSE, "SetConsoleCtrlHandler");
  installed_ = true;
}

void Interrupts::disarm() {
  const std::lock_guard lock(mutex_);
  run_ = nullptr;
  SetEvent(disarmed_.get());
}

BOOL WINAPI Interrupts::handle(DWORD control_type) {
  instance().stop_run();
  if (control_type != CTRL_C_EVENT && control_type != CTRL_BREAK_EVENT) {
    // For "close" and its kind the process ends as soon as this returns: let the run report first.
    WaitForSingleObject(instance().disarmed_.get(), kPatienceMilliseconds);
  }
  return TRUE;
}

void Interrupts::stop_run() {
  const std::lock_guard lock(mutex_);
  if (run_ != nullptr) run_->stop(StopReason::interrupt);
}

}  // namespace harness
