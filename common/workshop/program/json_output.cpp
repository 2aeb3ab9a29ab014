#include "json_output.hpp"

#include "workshop/terminal.hpp"

#include <fstream>
#include <stdexcept>

namespace workshop {

std::FILE* stream_for_people(const std::string& json_file) {
  return json_file == "-" ? stderr : stdout;
}

void write_json(const std::string& json_file, const std::string& text) {
  if (json_file.empty()) {
    return;
  }
  if (json_file == "-") {
    print(stdout, text);
    return;
  }
  std::ofstream stream(json_file);
  stream << text << std::flush;
  if (!stream) {
    throw std::runtime_error("cannot write " + json_file);
  }
}

}  // namespace workshop
