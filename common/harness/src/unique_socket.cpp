#include "harness/unique_socket.hpp"

#include <utility>

namespace harness {

UniqueSocket& UniqueSocket::operator=(UniqueSocket&& other) noexcept {
  if (this != &other) {
    reset();
    socket_ = other.release();
  }
  return *this;
}

SOCKET UniqueSocket::release() noexcept {
  return std::exchange(socket_, INVALID_SOCKET);
}

void UniqueSocket::reset() noexcept {
  if (socket_ != INVALID_SOCKET) closesocket(release());
}

}  // namespace harness
