/// @file
/// @brief From the command line of a chapter to its options.
#pragma once

#include <string>
#include <variant>

#include "harness/options.hpp"

namespace harness {

/// The command line asks for help, or makes no sense: say `text` and end with `exit_code`.
struct CommandLineEnd {
  std::string text;
  int exit_code = 0;  ///< 0: help, for standard output. 2: a mistake, for standard error.
};

/// Reads a chapter's command line. Nothing is bound, printed or changed.
/// @param name of the chapter, for the help text
/// @return the options, every number in its range; or why there are none, the offending value and
///         its range named.
[[nodiscard]] std::variant<Options, CommandLineEnd> parse_command_line(
    int argc, const char* const* argv, const char* name, const ChapterDefaults& defaults);

}  // namespace harness
