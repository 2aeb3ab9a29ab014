#include "rio/completion_queue.hpp"

#include <utility>

#include "rio/api_error.hpp"

namespace rio {

CompletionQueue::CompletionQueue(const RIO_EXTENSION_FUNCTION_TABLE& rio, RIO_CQ acquired)
    : close_(rio.RIOCloseCompletionQueue), queue_(acquired) {
  if (queue_ == RIO_INVALID_CQ) {
    throw ApiError("RIOCreateCompletionQueue", static_cast<DWORD>(WSAGetLastError()));
  }
}

CompletionQueue::CompletionQueue(CompletionQueue&& other) noexcept
    : close_(other.close_), queue_(other.release()) {}

CompletionQueue& CompletionQueue::operator=(CompletionQueue&& other) noexcept {
  if (this != &other) {
    reset();
    close_ = other.close_;
    queue_ = other.release();
  }
  return *this;
}

RIO_CQ CompletionQueue::release() noexcept {
  return std::exchange(queue_, RIO_INVALID_CQ);
}

void CompletionQueue::reset() noexcept {
  if (queue_ != RIO_INVALID_CQ) close_(release());
}

}  // namespace rio
