#include "rio/registered_buffer.hpp"

#include <utility>

#include "rio/api_error.hpp"

namespace rio {

RegisteredBuffer::RegisteredBuffer(const RIO_EXTENSION_FUNCTION_TABLE& rio, RIO_BUFFERID acquired)
    : deregister_(rio.RIODeregisterBuffer), id_(acquired) {
  if (id_ == RIO_INVALID_BUFFERID) {
    throw ApiError("RIORegisterBuffer", static_cast<DWORD>(WSAGetLastError()));
  }
}

RegisteredBuffer::RegisteredBuffer(RegisteredBuffer&& other) noexcept
    : deregister_(other.deregister_), id_(other.release()) {}

RegisteredBuffer& RegisteredBuffer::operator=(RegisteredBuffer&& other) noexcept {
  if (this != &other) {
    reset();
    deregister_ = other.deregister_;
    id_ = other.release();
  }
  return *this;
}

RIO_BUFFERID RegisteredBuffer::release() noexcept {
  return std::exchange(id_, RIO_INVALID_BUFFERID);
}

void RegisteredBuffer::reset() noexcept {
  if (id_ != RIO_INVALID_BUFFERID) deregister_(release());
}

}  // namespace rio
