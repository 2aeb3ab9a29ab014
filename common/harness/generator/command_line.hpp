// From the generator's command line to its options.
#pragma once

#include <variant>

#include "generator/options.hpp"
#include "harness/command_line.hpp"

namespace generator {

[[nodiscard]] std::variant<Options, harness::CommandLineEnd> parse_command_line(
    int argc, const char* const* argv);

}  // namespace generator
