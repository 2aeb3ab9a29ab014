#include "workshop/programs.hpp"

#include "native_programs.hpp"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <unistd.h>

namespace workshop {

const std::string_view program_ending;
const char search_path_separator = ':';

std::filesystem::path own_file() {
  return std::filesystem::read_symlink("/proc/self/exe");
}

int hand_over(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  (void)::execv(program.c_str(), pointers.data());
  throw std::runtime_error("cannot start " + program.string() + ": " +
                           std::generic_category().message(errno));
}

}  // namespace workshop
