#include "commands.hpp"

#include "workshop/catalog.hpp"
#include "workshop/programs.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace workshop {
namespace {

int hand_over_to(const std::string& name, const std::vector<std::string>& arguments) {
  const auto program = program_path(name);
  if (!std::filesystem::exists(program)) {
    throw std::runtime_error(
        fmt::format("{} is not built: {} is missing. Build it with: cmake "
                    "--build --preset linux",
                    name, program.string()));
  }
  return hand_over(program, arguments);
}

}  // namespace

int run_chapter(const std::string& name, const std::vector<std::string>& arguments) {
  const auto catalog = Catalog::of_this_build();
  return hand_over_to(catalog.find(name).name, arguments);
}

int send_load(const std::vector<std::string>& arguments) {
  const bool has_mark = !arguments.empty() && arguments.front() == "--";
  return hand_over_to("generator", {arguments.begin() + (has_mark ? 1 : 0), arguments.end()});
}

}  // namespace workshop
