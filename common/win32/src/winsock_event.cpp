// Events under their Winsock names.

#include "last_error.hpp"
#include "win32/apc.h"
#include "win32/kernel.h"
#include "win32/winsock_types.h"

extern "C" {

WSAEVENT WSACreateEvent() {
  return CreateEventA(nullptr, TRUE, FALSE, nullptr);
}
BOOL WSACloseEvent(WSAEVENT event) {
  return CloseHandle(event);
}
BOOL WSASetEvent(WSAEVENT event) {
  return SetEvent(event);
}
BOOL WSAResetEvent(WSAEVENT event) {
  return ResetEvent(event);
}

DWORD WSAWaitForMultipleEvents(DWORD count, const WSAEVENT* events, BOOL wait_all,
                               DWORD milliseconds, BOOL alertable) {
  return WaitForMultipleObjectsEx(count, events, wait_all, milliseconds, alertable);
}

}  // extern "C"
