#include "json_output.hpp"

#include "workshop/terminal.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>

namespace workshop {

std::FILE* stream_for_people(const std::string& json_file) {
  return json_file == "-" ? stderr : stdout;
}

void write_json(const std::string& json_file, const nlohmann::json& content) {
  if (json_file.empty()) {
    return;
  }
  // A server's sentence may quote bytes that are no UTF-8; they must not cost the results.
  const auto text = content.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
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
