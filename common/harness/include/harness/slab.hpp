/// @file
/// @brief One large piece of memory for payloads.
#pragma once

#include <cstddef>

#include "harness/options.hpp"

namespace harness {

/// Pages from VirtualAlloc, on large pages or a NUMA node if the options ask for it.
///
/// When the system refuses large pages or the node, that is said on standard error and ordinary
/// pages are used. Not movable: registrations and slices know its address.
class Slab {
 public:
  /// @param bytes needed; rounded up to the allocation granularity or the size of a large page
  /// @par Errors
  ///   ApiError when the system has no such memory.
  Slab(std::size_t bytes, const Options& options);
  ~Slab();
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;

  [[nodiscard]] char* data() const { return data_; }
  /// How much memory is there, rounded up?
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// The size as RIORegisterBuffer wants it.
  /// @par Errors
  ///   StartFailed when it is more than one registration can cover (4 GiB).
  [[nodiscard]] DWORD registration_bytes() const;

 private:
  std::size_t bytes_;
  char* data_;
};

}  // namespace harness
