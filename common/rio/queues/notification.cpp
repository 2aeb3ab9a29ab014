#include "notification.hpp"

#include "handle_table.hpp"

namespace rio {

Notification::Notification(const RIO_NOTIFICATION_COMPLETION& request, long& error) {
  error = WSAEINVAL;
  if (request.Type == RIO_EVENT_COMPLETION) {
    const win32::Use<win32::Event> event(request.Event.EventHandle);
    if (!event) return;
    event_ = event.share();
    reset_ = request.Event.NotifyReset != FALSE;
  } else if (request.Type == RIO_IOCP_COMPLETION) {
    const win32::Use<win32::Port> port(request.Iocp.IocpHandle);
    if (!port || request.Iocp.Overlapped == nullptr) return;
    port_ = port.share();
    // Never dereferenced: programs pass any value that is not NULL.
    packet_ = {reinterpret_cast<ULONG_PTR>(request.Iocp.CompletionKey),
               static_cast<OVERLAPPED*>(request.Iocp.Overlapped), STATUS_SUCCESS, 0};
  } else {
    return;
  }
  error = 0;
}

void Notification::prepare() {
  if (event_ && reset_) win32::reset_event(*event_);
}

void Notification::fire() {
  if (event_) win32::set_event(*event_);
  if (port_) port_->push(std::span(&packet_, 1));
}

std::shared_ptr<win32::Driver> Notification::choose_driver() {
  if (port_) return port_->driver();
  auto driver = win32::Driver::create();
  if (driver && !event_) driver->look_directly();
  if (driver && event_) {
    const std::lock_guard lock(win32::dispatcher_mutex());
    event_->add_source(driver);
  }
  return driver;
}

}  // namespace rio
