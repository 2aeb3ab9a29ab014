#include "named_objects.hpp"

#include <map>
#include <mutex>

#include "handle_table.hpp"
#include "last_error.hpp"
#include "win32/errors.h"

namespace win32 {
namespace {

struct Names {
  std::mutex mutex;
  std::map<std::string, std::weak_ptr<Object>> objects;  // guarded by mutex
};

Names& names() {
  static auto* const instance = new Names;  // handles are used until the process ends
  return *instance;
}

HANDLE handle_to(std::shared_ptr<Object> object, DWORD last_error) {
  const auto handle = HandleTable::instance().insert(std::move(object));
  if (handle == 0) return failed(HANDLE{}, ERROR_NO_SYSTEM_RESOURCES);
  return failed(reinterpret_cast<HANDLE>(handle), static_cast<long>(last_error));
}

}  // namespace

HANDLE create_named(Kind kind, const std::string& name, const MakeObject& make) {
  if (name.empty()) return handle_to(make(), ERROR_SUCCESS);
  const std::lock_guard lock(names().mutex);
  auto& entry = names().objects[name];
  if (auto existing = entry.lock()) {
    if (existing->kind() != kind) return failed(HANDLE{}, ERROR_INVALID_HANDLE);
    return handle_to(std::move(existing), ERROR_ALREADY_EXISTS);
  }
  auto made = make();
  entry = made;
  return handle_to(std::move(made), ERROR_SUCCESS);
}

HANDLE open_named(Kind kind, const std::string& name) {
  const std::lock_guard lock(names().mutex);
  const auto entry = names().objects.find(name);
  auto existing = entry != names().objects.end() ? entry->second.lock() : nullptr;
  if (!existing) return failed(HANDLE{}, ERROR_FILE_NOT_FOUND);
  if (existing->kind() != kind) return failed(HANDLE{}, ERROR_INVALID_HANDLE);
  const auto handle = HandleTable::instance().insert(std::move(existing));
  if (handle == 0) return failed(HANDLE{}, ERROR_NO_SYSTEM_RESOURCES);
  return reinterpret_cast<HANDLE>(handle);
}

// Names and paths here are UTF-8, whatever the locale; a code point is one wchar_t on Linux.
std::string narrow(LPCWSTR text) {
  std::string result;
  for (; text != nullptr && *text != 0; ++text) {
    const auto code = static_cast<std::uint32_t>(*text);
    const auto tail = [code](unsigned shift) {
      return static_cast<char>(0x80 | (code >> shift & 0x3f));
    };
    if (code < 0x80) {
      result += static_cast<char>(code);
    } else if (code < 0x800) {
      result += {static_cast<char>(0xc0 | code >> 6), tail(0)};
    } else if (code < 0x10000) {
      result += {static_cast<char>(0xe0 | code >> 12), tail(6), tail(0)};
    } else {
      result += {static_cast<char>(0xf0 | (code >> 18 & 7)), tail(12), tail(6), tail(0)};
    }
  }
  return result;
}

}  // namespace win32
