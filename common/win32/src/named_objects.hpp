// Names of events, mutexes and semaphores. They are the process's own: on Windows a name reaches
// into other processes of the session.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "object.hpp"
#include "win32/types.h"

namespace win32 {

using MakeObject = std::function<std::shared_ptr<Object>()>;

// A handle to the object of that name; made if there is none. Without a name always a new one. As
// on Windows the last error is ERROR_ALREADY_EXISTS when it existed, else ERROR_SUCCESS.
// NULL: ERROR_INVALID_HANDLE (the name is that of another kind), ERROR_NO_SYSTEM_RESOURCES.
[[nodiscard]] HANDLE create_named(Kind kind, const std::string& name, const MakeObject& make);
// NULL with ERROR_FILE_NOT_FOUND when there is none.
[[nodiscard]] HANDLE open_named(Kind kind, const std::string& name);

// Wide names, as the W functions take them. Empty for NULL.
[[nodiscard]] std::string narrow(LPCWSTR text);
[[nodiscard]] inline std::string name_of(LPCSTR text) {
  return text != nullptr ? text : "";
}

}  // namespace win32
