// CloseHandle and the last error.

#include "handle_table.hpp"
#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "win32/kernel.h"

using namespace win32;

DWORD GetLastError() {
  return t_last_error;
}

VOID SetLastError(DWORD code) {
  t_last_error = code;
}

BOOL CloseHandle(HANDLE handle) {
  const WindowsEntry entry;
  if (!HandleTable::instance().close(reinterpret_cast<std::uintptr_t>(handle))) {
    return failed(FALSE, ERROR_INVALID_HANDLE);
  }
  return TRUE;
}
