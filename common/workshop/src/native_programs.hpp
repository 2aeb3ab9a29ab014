#pragma once

#include <filesystem>
#include <string_view>

namespace workshop {

extern const std::string_view program_ending;
extern const char search_path_separator;
[[nodiscard]] std::filesystem::path own_file();

}  // namespace workshop
