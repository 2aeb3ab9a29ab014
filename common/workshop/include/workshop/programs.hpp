#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace workshop {

/// In which folder is the running program's own file?
[[nodiscard]] std::filesystem::path own_folder();

/// Where a program of the workshop lies: beside the running program, with the system's ending.
/// The file need not exist.
[[nodiscard]] std::filesystem::path program_path(const std::string& name);

/// Hands over to another program, which inherits the terminal. On Linux it takes this process's
/// place and the call does not return; on Windows it runs as a child.
/// @return the exit code of the program.
/// @throws std::runtime_error when it cannot be started.
[[nodiscard]] int hand_over(const std::filesystem::path& program,
                            const std::vector<std::string>& arguments);

}  // namespace workshop
