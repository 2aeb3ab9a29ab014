#include "harness/registered_slices.hpp"

namespace harness {

RegisteredSlices::RegisteredSlices(const RIO_EXTENSION_FUNCTION_TABLE& rio, const Options& options)
    : slab_(std::size_t{options.outstanding} * options.datagram_bytes, options),
      registration_(rio, rio.RIORegisterBuffer(slab_.data(), slab_.registration_bytes())) {
  slices_.reserve(options.outstanding);
  for (ULONG offset = 0; slices_.size() < options.outstanding; offset += options.datagram_bytes) {
    slices_.push_back(
        {{registration_.get(), offset, options.datagram_bytes}, slab_.data() + offset});
  }
}

}  // namespace harness
