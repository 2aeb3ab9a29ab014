/// @file
/// @brief Owner of a socket.
#pragma once

#include "rio/windows_api.hpp"

namespace harness {

/// Closes its socket at the end of its life.
///
/// Closing completes everything that is outstanding on the socket, with an error; the records and
/// slices are yours again only when their results have been taken.
class UniqueSocket {
 public:
  UniqueSocket() = default;
  explicit UniqueSocket(SOCKET socket) noexcept : socket_(socket) {}
  ~UniqueSocket() { reset(); }

  UniqueSocket(UniqueSocket&& other) noexcept : socket_(other.release()) {}
  UniqueSocket& operator=(UniqueSocket&& other) noexcept;
  UniqueSocket(const UniqueSocket&) = delete;
  UniqueSocket& operator=(const UniqueSocket&) = delete;

  /// Which socket? INVALID_SOCKET when there is none.
  [[nodiscard]] SOCKET get() const noexcept { return socket_; }
  /// Gives the socket away; the caller closes it.
  [[nodiscard]] SOCKET release() noexcept;
  /// Closes the socket now.
  void reset() noexcept;

 private:
  SOCKET socket_ = INVALID_SOCKET;
};

}  // namespace harness
