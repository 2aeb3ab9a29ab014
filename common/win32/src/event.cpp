#include "event.hpp"

#include <memory>

#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "named_objects.hpp"
#include "win32/kernel.h"

namespace win32 {

void set_event(Event& event) {
  const std::lock_guard lock(dispatcher_mutex());
  event.set();
}

void reset_event(Event& event) {
  const std::lock_guard lock(dispatcher_mutex());
  event.clear();
}

namespace {

HANDLE create_event(BOOL manual_reset, BOOL initial_state, const std::string& name) {
  const WindowsEntry entry;
  return create_named(Kind::event, name, [=] {
    return std::make_shared<Event>(manual_reset != FALSE, initial_state != FALSE);
  });
}

}  // namespace
}  // namespace win32

using namespace win32;

HANDLE CreateEventA(LPSECURITY_ATTRIBUTES, BOOL manual_reset, BOOL initial_state, LPCSTR name) {
  return create_event(manual_reset, initial_state, name_of(name));
}

HANDLE CreateEventW(LPSECURITY_ATTRIBUTES, BOOL manual_reset, BOOL initial_state, LPCWSTR name) {
  return create_event(manual_reset, initial_state, narrow(name));
}

HANDLE OpenEventA(DWORD, BOOL, LPCSTR name) {
  const WindowsEntry entry;
  return open_named(Kind::event, name_of(name));
}

HANDLE OpenEventW(DWORD, BOOL, LPCWSTR name) {
  const WindowsEntry entry;
  return open_named(Kind::event, narrow(name));
}

BOOL SetEvent(HANDLE handle) {
  const WindowsEntry entry;
  const Use<Event> event(handle);
  if (!event) return failed(FALSE, ERROR_INVALID_HANDLE);
  set_event(*event);
  return TRUE;
}

BOOL ResetEvent(HANDLE handle) {
  const WindowsEntry entry;
  const Use<Event> event(handle);
  if (!event) return failed(FALSE, ERROR_INVALID_HANDLE);
  reset_event(*event);
  return TRUE;
}
