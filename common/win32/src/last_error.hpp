// The calling thread's last error; Win32 and Winsock share it, as on Windows.
#pragma once

#include "win32/types.h"

namespace win32 {

inline thread_local DWORD t_last_error = 0;

// For `return failed(FALSE, ERROR_…)`.
template <typename Result>
[[nodiscard]] Result failed(Result result, long code) {
  t_last_error = static_cast<DWORD>(code);
  return result;
}

}  // namespace win32
