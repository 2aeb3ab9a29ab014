#include "operation.hpp"

namespace win32 {

Buffers::Buffers(std::span<const WSABUF> buffers) : count_(buffers.size()) {
  if (count_ > kInline) many_.resize(count_);
  const std::span<iovec> into = vectors();
  for (std::size_t i = 0; i < count_; ++i) {
    into[i] = {buffers[i].buf, buffers[i].len};
    bytes_ += buffers[i].len;
  }
}

std::span<iovec> Buffers::vectors() {
  return count_ > kInline ? std::span(many_) : std::span(few_.data(), count_);
}

}  // namespace win32
