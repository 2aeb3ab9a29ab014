/// @file
/// @brief Owner of a Windows handle: an event, a completion port, a thread.
#pragma once

#include "rio/windows_api.hpp"

namespace harness {

/// Closes its handle at the end of its life. Both nullptr and INVALID_HANDLE_VALUE mean "none",
/// because Windows uses the one here and the other there.
class UniqueHandle {
 public:
  UniqueHandle() = default;
  explicit UniqueHandle(HANDLE handle) noexcept : handle_(handle) {}
  ~UniqueHandle() { reset(); }

  UniqueHandle(UniqueHandle&& other) noexcept : handle_(other.release()) {}
  UniqueHandle& operator=(UniqueHandle&& other) noexcept;
  UniqueHandle(const UniqueHandle&) = delete;
  UniqueHandle& operator=(const UniqueHandle&) = delete;

  [[nodiscard]] HANDLE get() const noexcept { return handle_; }
  /// Gives the handle away; the caller closes it.
  [[nodiscard]] HANDLE release() noexcept;
  /// Closes the handle now.
  void reset() noexcept;

 private:
  HANDLE handle_ = nullptr;
};

}  // namespace harness
