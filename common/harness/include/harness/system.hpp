/// @file
/// @brief Which system runs the program, and what its numbers are worth.
#pragma once

#include <string>

namespace harness {

/// "Windows", "Wine 8.0", "Linux (workshop API layer)".
[[nodiscard]] std::string system_name();

/// What to say beside every figure: "measured on Linux with the workshop's API layer – not Windows
/// numbers". Empty on Windows itself.
[[nodiscard]] std::string system_caveat();

/// Which code serves the Windows calls: "workshop API layer", "Winsock", "Wine's Winsock".
[[nodiscard]] std::string backend_name();

/// Makes the console show the UTF-8 that programs print.
void prepare_console();

}  // namespace harness
