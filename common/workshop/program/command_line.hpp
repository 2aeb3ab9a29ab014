#pragma once

#include <string>
#include <vector>

namespace workshop {

/// Does what the words after the program's name ask for.
/// @return an exit code; 2 for words that are not understood, after saying which and why
[[nodiscard]] int run_command_line(std::vector<std::string> words);

}  // namespace workshop
