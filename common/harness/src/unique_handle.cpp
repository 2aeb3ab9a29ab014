#include "harness/unique_handle.hpp"

#include <utility>

namespace harness {

UniqueHandle& UniqueHandle::operator=(UniqueHandle&& other) noexcept {
  if (this != &other) {
    reset();
    handle_ = other.release();
  }
  return *this;
}

HANDLE UniqueHandle::release() noexcept {
  return std::exchange(handle_, nullptr);
}

void UniqueHandle::reset() noexcept {
  const HANDLE handle = release();
  if (handle != nullptr && handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
}

}  // namespace harness
