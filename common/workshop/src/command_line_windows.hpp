#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace workshop {

/// UTF-8 to UTF-16.
[[nodiscard]] std::wstring wide(const std::string& text);

/// One command line from which the program's CRT makes exactly these arguments again.
[[nodiscard]] std::wstring command_line(const std::filesystem::path& program,
                                        const std::vector<std::string>& arguments);

}  // namespace workshop
