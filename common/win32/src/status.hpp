// One NTSTATUS per finished operation; the Win32 and the Winsock spelling are derived from it.
#pragma once

#include "win32/errors.h"
#include "win32/types.h"

namespace win32 {

// What GetQueuedCompletionStatus and GetOverlappedResult set.
[[nodiscard]] DWORD win32_error_of(NTSTATUS status);
// What WSAGetOverlappedResult sets.
[[nodiscard]] DWORD winsock_error_of(NTSTATUS status);
// What a Linux call reported, as the status of an operation.
[[nodiscard]] NTSTATUS status_of_errno(int error);
// What a Linux call reported, as the Winsock error of a call that failed at once.
[[nodiscard]] DWORD winsock_error_of_errno(int error);
// Success and informational statuses; 0x103 (pending) is neither.
[[nodiscard]] inline bool succeeded(NTSTATUS status) {
  return status >= 0 && status != STATUS_PENDING;
}

}  // namespace win32
