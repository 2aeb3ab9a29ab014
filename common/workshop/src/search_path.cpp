#include "workshop/search_path.hpp"

#include "native_programs.hpp"

#include <system_error>

#include <cstdlib>
#include <sstream>

namespace workshop {

std::optional<std::filesystem::path> find_on_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, search_path_separator);) {
    auto file = std::filesystem::path(folder) / (program + std::string(program_ending));
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored)) {
      return file;
    }
  }
  return std::nullopt;
}

}  // namespace workshop
