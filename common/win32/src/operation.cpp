#include "operation.hpp"

#include <algorithm>
#include <cstring>

namespace win32 {

Buffers::Buffers(std::span<const WSABUF> buffers)
    : count_(static_cast<std::uint32_t>(buffers.size())) {
  if (count_ > 1) many_ = std::make_unique<iovec[]>(count_);
  const std::span<iovec> into = all();
  for (std::size_t i = 0; i < count_; ++i) {
    into[i] = {buffers[i].buf, buffers[i].len};
    bytes_ += buffers[i].len;
  }
}

std::size_t Buffers::left() const {
  std::size_t bytes = 0;
  for (const iovec& vector : all().subspan(first_))
    bytes += vector.iov_len;
  return bytes;
}

void Buffers::copy_left(char* into) const {
  for (const iovec& vector : all().subspan(first_)) {
    std::memcpy(into, vector.iov_base, vector.iov_len);
    into += vector.iov_len;
  }
}

void Buffers::advance(std::size_t bytes) {
  for (iovec& vector : vectors()) {
    const std::size_t part = std::min(bytes, vector.iov_len);
    vector.iov_base = static_cast<char*>(vector.iov_base) + part;
    vector.iov_len -= part;
    bytes -= part;
    if (vector.iov_len > 0) return;
    ++first_;
  }
}

}  // namespace win32
