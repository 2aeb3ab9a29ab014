/// @file
/// @brief A slab, registered with RIO and cut into slices.
#pragma once

#include <vector>

#include "harness/options.hpp"
#include "harness/slab.hpp"
#include "rio/registered_buffer.hpp"

namespace harness {

/// A piece of a registered slab: where RIO finds it (RIO_BUF), and where the program reads it.
struct Slice : RIO_BUF {
  char* payload;
};

/// What chapter 06 does by hand: --outstanding slices of --bytes each, in one registration.
///
/// Declare it before completion queue and socket: it has to outlive every request.
class RegisteredSlices {
 public:
  /// @par Errors
  ///   ApiError when memory or registration is refused, StartFailed beyond 4 GiB.
  RegisteredSlices(const RIO_EXTENSION_FUNCTION_TABLE& rio, const Options& options);
  RegisteredSlices(const RegisteredSlices&) = delete;
  RegisteredSlices& operator=(const RegisteredSlices&) = delete;

  [[nodiscard]] auto begin() { return slices_.begin(); }
  [[nodiscard]] auto end() { return slices_.end(); }
  [[nodiscard]] std::size_t size() const { return slices_.size(); }

 private:
  Slab slab_;
  rio::RegisteredBuffer registration_;
  std::vector<Slice> slices_;
};

}  // namespace harness
