// Where a completion queue's notification goes: an event or a completion port.
#pragma once

#include <memory>

#include "driver.hpp"
#include "event.hpp"
#include "port.hpp"
#include "win32/winsock_types.h"

#include "rio/declarations.h"

namespace rio {

class Notification {
 public:
  // Polled: there is none.
  Notification() = default;
  // `error` tells what is wrong: WSAEINVAL.
  Notification(const RIO_NOTIFICATION_COMPLETION& request, long& error);

  [[nodiscard]] bool exists() const { return event_ || port_; }
  // Before arming: the event, if the queue is to reset it.
  void prepare();
  void fire();
  // Whoever waits for the notification drives the sockets behind it.
  [[nodiscard]] std::shared_ptr<win32::Driver> choose_driver();

 private:
  std::shared_ptr<win32::Event> event_;
  bool reset_ = false;
  std::shared_ptr<win32::Port> port_;
  win32::Packet packet_{};
};

}  // namespace rio
