// The functions that WSAIoctl(SIO_GET_EXTENSION_FUNCTION_POINTER) hands out one by one.
#pragma once

#include "win32/types.h"

namespace win32 {

// nullptr: no function has this identifier here.
[[nodiscard]] void* extension_function(const GUID& id);

}  // namespace win32
