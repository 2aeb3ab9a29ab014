/// @file
/// @brief What the system says about this process.
#pragma once

#include <cstdint>
#include <optional>

namespace harness {

/// Running totals of the process; a run's figures are the difference of two of them.
/// Nothing: this system does not tell.
struct ProcessFigures {
  std::uint64_t user_ns = 0;
  std::uint64_t kernel_ns = 0;
  std::optional<std::uint64_t> voluntary_switches;
  std::optional<std::uint64_t> involuntary_switches;
  std::optional<std::uint64_t> kernel_entries;             ///< really made
  std::optional<std::uint64_t> kernel_entries_as_windows;  ///< the same calls on Windows
  std::optional<std::uint64_t> kernel_entries_possible;    ///< flagless RIO posts, apart
};

/// Memory of the process now, in bytes.
struct ProcessMemory {
  std::optional<std::uint64_t> resident_bytes;
  std::optional<std::uint64_t> locked_bytes;
};

[[nodiscard]] ProcessFigures process_figures();
[[nodiscard]] ProcessMemory process_memory();

}  // namespace harness
