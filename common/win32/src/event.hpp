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

 private:
  const bool manual_reset_;
};

// Both take the dispatcher mutex.
void set_event(Event& event);
void reset_event(Event& event);

}  // namespace win32
