#include "operation.hpp"

#include <algorithm>

namespace win32 {

Buffers::Buffers(std::span<const WSABUF> buffers) : count_(buffers.size()) {
  if (count_ > kInline) many_.resize(count_);
  const std::span<iovec> into = all();
  for (std::size_t i = 0; i < count_; ++i) {
    into[i] = {buffers[i].buf, buffers[i].len};
    bytes_ += buffers[i].len;
  }
}

std::span<iovec> Buffers::all() {
  return count_ > kInline ? std::span(many_) : std::span(few_.data(), count_);
}

std::span<iovec> Buffers::vectors() { return all().subspan(first_); }

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
