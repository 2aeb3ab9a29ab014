#include "workshop/programs.hpp"

#include "native_programs.hpp"

namespace workshop {

std::filesystem::path own_folder() {
  return own_file().parent_path();
}

std::filesystem::path program_path(const std::string& name) {
  return own_folder() / (name + std::string(program_ending));
}

}  // namespace workshop
