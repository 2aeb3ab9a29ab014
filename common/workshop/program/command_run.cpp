#include "commands.hpp"

#include "workshop/catalog.hpp"
#include "workshop/programs.hpp"

#include <fmt/format.h>

#include <memory>
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

void add_run(CLI::App& app, Action& action, const std::vector<std::string>& rest) {
  auto* const command =
      app.add_subcommand("run", "Run a chapter's server; its options follow its name");
  const auto name = std::make_shared<std::string>();
  command->add_option("NAME", *name, "a chapter: its name, number or an unambiguous part of it")
      ->required();
  command->footer(
      fmt::format("Example: {0} run 07 --port 5000 --for 10\n"
                  "         {0} run 07 --help      the chapter's own options",
                  command_name()));
  command->callback([&action, name, &rest] {
    action = [name, &rest] {
      const auto catalog = Catalog::of_this_build();
      return hand_over_to(catalog.find(*name).name, rest);
    };
  });
}

void add_load(CLI::App& app, Action& action, const std::vector<std::string>& rest) {
  auto* const command = app.add_subcommand(
      "load", "Send datagrams to a server; all that follows are the generator's options");
  command->footer(
      fmt::format("Example: {0} load --port 5000 --rate 50000 --for 5\n"
                  "         {0} load -- --help      the generator's own options",
                  command_name()));
  command->callback([&action, &rest] {
    action = [&rest] {
      auto arguments = rest;
      if (!arguments.empty() && arguments.front() == "--") {
        arguments.erase(arguments.begin());
      }
      return hand_over_to("generator", arguments);
    };
  });
}

}  // namespace workshop
