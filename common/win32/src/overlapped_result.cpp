// Results of overlapped operations, in Winsock's numbers and in Win32's.

#include "event.hpp"
#include "file.hpp"
#include "kernel_entries.hpp"
#include "waitable.hpp"
#include "win32/files.h"
#include "winsock.hpp"

using namespace win32;

namespace {

using ErrorOf = DWORD (*)(NTSTATUS);

bool pending(OVERLAPPED& overlapped) {
  return !HasOverlappedIoCompleted(&overlapped);
}

// The block's own event, or else the handle that the operation is on.
void wait_until_done(Waitable& handle, OVERLAPPED& overlapped) {
  const WindowsEntry entry;
  const Use<Event> event(overlapped.hEvent);
  Waitable* const signal = event ? static_cast<Waitable*>(event.get()) : &handle;
  while (pending(overlapped))
    (void)wait_for(std::span(&signal, 1), false, Deadline::never());
}

BOOL result_of(const OVERLAPPED& overlapped, LPDWORD bytes, ErrorOf error_of) {
  const auto status = static_cast<NTSTATUS>(overlapped.Internal);
  *bytes = static_cast<DWORD>(overlapped.InternalHigh);
  if (succeeded(status)) return TRUE;
  return failed(FALSE, static_cast<long>(error_of(status)));
}

// Only a wait enters the kernel: the status of a finished block is read from memory.
BOOL result(Waitable& handle, Socket* socket, OVERLAPPED& overlapped, LPDWORD bytes, BOOL wait,
            ErrorOf error_of) {
  if (pending(overlapped) && wait) wait_until_done(handle, overlapped);
  if (pending(overlapped) && socket != nullptr) socket->move_now();
  if (pending(overlapped)) return failed(FALSE, ERROR_IO_INCOMPLETE);
  return result_of(overlapped, bytes, error_of);
}

}  // namespace

extern "C" BOOL WSAGetOverlappedResult(SOCKET s, LPWSAOVERLAPPED overlapped, LPDWORD bytes,
                                       BOOL wait, LPDWORD flags) {
  const auto socket = use_socket(s);
  if (!socket) return FALSE;
  if (overlapped == nullptr || bytes == nullptr || flags == nullptr) {
    return failed(FALSE, WSAEFAULT);
  }
  *flags = 0;
  return result(*socket, socket.get(), *overlapped, bytes, wait, winsock_error_of);
}

BOOL GetOverlappedResult(HANDLE handle, LPOVERLAPPED overlapped, LPDWORD bytes, BOOL wait) {
  if (overlapped == nullptr || bytes == nullptr) return failed(FALSE, ERROR_INVALID_PARAMETER);
  const Use<Waitable> object(handle);
  const Use<Socket> socket(handle);
  if (!object) return failed(FALSE, ERROR_INVALID_HANDLE);
  return result(*object, socket.get(), *overlapped, bytes, wait, win32_error_of);
}
