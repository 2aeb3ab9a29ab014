/// @file
/// @brief Owner of a RIO buffer registration.
#pragma once

#include "rio/windows_api.hpp"

namespace rio {

/// Deregisters its buffer at the end of its life.
///
/// Declare it after the memory it covers and before the socket that uses it: deregistering while
/// a request still uses a slice is an error that nobody reports.
class RegisteredBuffer {
 public:
  /// Takes over what `RIORegisterBuffer` returned.
  /// @par Errors
  ///   ApiError with the thread's last error when `acquired` is RIO_INVALID_BUFFERID.
  RegisteredBuffer(const RIO_EXTENSION_FUNCTION_TABLE& rio, RIO_BUFFERID acquired);
  ~RegisteredBuffer() { reset(); }

  RegisteredBuffer(RegisteredBuffer&& other) noexcept;
  RegisteredBuffer& operator=(RegisteredBuffer&& other) noexcept;
  RegisteredBuffer(const RegisteredBuffer&) = delete;
  RegisteredBuffer& operator=(const RegisteredBuffer&) = delete;

  [[nodiscard]] RIO_BUFFERID get() const { return id_; }

  /// Gives the registration away; the caller deregisters it.
  [[nodiscard]] RIO_BUFFERID release() noexcept;
  /// Deregisters now.
  void reset() noexcept;

 private:
  LPFN_RIODEREGISTERBUFFER deregister_;
  RIO_BUFFERID id_;
};

}  // namespace rio
