/// @file
/// @brief Keeping a thread on one processor.
#pragma once

#include <optional>

namespace harness {

/// Pins the calling thread. A refusal is said on standard error, and the thread goes on unpinned.
/// @param core processor number; nothing: leaves the thread alone
/// @return whether the thread is where it was asked to be.
bool pin_this_thread(std::optional<unsigned> core);

}  // namespace harness
