/// @file
/// @brief The RIO function table that the options ask for.
#pragma once

#include "harness/options.hpp"
#include "rio/function_table.hpp"

namespace harness {

/// Fetches the RIO functions. Opens a socket for the question and closes it again.
/// @par Errors
///   rio::Unavailable where the system has no RIO.
[[nodiscard]] RIO_EXTENSION_FUNCTION_TABLE load_rio(const Options& options);

}  // namespace harness
