// What WSAIoctl hands out. Defined by the RIO queues (common/rio); the one place where this layer
// knows of them.
#pragma once

#include "win32/winsock_types.h"

extern "C" {
typedef struct _RIO_EXTENSION_FUNCTION_TABLE RIO_EXTENSION_FUNCTION_TABLE;
}

namespace win32 {

[[nodiscard]] const RIO_EXTENSION_FUNCTION_TABLE& rio_function_table();

}  // namespace win32
