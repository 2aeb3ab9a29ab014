/// @file
/// @brief The stand-in for what a real server would do with a datagram.
#pragma once

#include <cstdint>

namespace harness {

/// A chain of integer steps, each waiting for the one before: about 1.3 ns each, no memory touched,
/// so that the same number means the same work in every chapter.
/// @param value where to go on
/// @param iterations steps
/// @return where it arrived; store it, or the compiler may drop the work.
[[nodiscard]] std::uint64_t work(std::uint64_t value, std::uint32_t iterations);

}  // namespace harness
