#include "transmission.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "system_calls.hpp"

namespace win32 {
namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;

}  // namespace

bool Transmission::refill(Buffers& next, int& error) {
  error = 0;
  if (left > 0) {
    piece.resize(std::min<std::uint64_t>(kPieceBytes, left));
    const ssize_t bytes = sys::counted([&] {
      return ::pread(file->fd(), piece.data(), piece.size(), static_cast<off_t>(offset));
    });
    if (bytes < 0) error = static_cast<int>(-bytes);
    if (bytes < 0) return false;
    left = bytes == 0 ? 0 : left - static_cast<std::uint64_t>(bytes);  // the file has shrunk
    offset += static_cast<std::uint64_t>(bytes);
    const WSABUF buffer{static_cast<ULONG>(bytes), piece.data()};
    next = Buffers({&buffer, 1});
    return bytes > 0 || refill(next, error);
  }
  if (tail_begun || tail.bytes() == 0) return false;
  tail_begun = true;
  next = std::move(tail);
  return true;
}

}  // namespace win32
