// Events.
#pragma once

#include "handle_table.hpp"
#include "waitable.hpp"

namespace win32 {

class Event : public Waitable {
 public:
  Event(bool manual_reset, bool set) : Waitable(Kind::event), manual_reset_(manual_reset) {
    signalled_ = set;
  }
  static bool is_kind(Kind kind) { return kind == Kind::event; }

  void consume() override { signalled_ = signalled_ && manual_reset_; }
  // Dispatcher mutex held: the driver of the sockets that report to this event by WSAEventSelect.
  // nullptr when the process is out of descriptors.
  [[nodiscard]] const std::shared_ptr<Driver>& network_driver() {
    if (!network_driver_) network_driver_ = Driver::create();
    if (network_driver_) add_source(network_driver_);
    return network_driver_;
  }

 private:
  const bool manual_reset_;
  std::shared_ptr<Driver> network_driver_;  // guarded by the dispatcher mutex
};

// Both take the dispatcher mutex.
void set_event(Event& event);
void reset_event(Event& event);

}  // namespace win32
