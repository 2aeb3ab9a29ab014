// The workshop's command line. Each subcommand is one file, command_NAME.cpp.

#include "commands.hpp"

#include "workshop/catalog.hpp"
#include "workshop/closest_names.hpp"
#include "workshop/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace workshop {
namespace {

using Words = std::vector<std::string>;

bool is_option(const std::string& word) {
  return word.starts_with('-');
}
bool is_help(const std::string& word) {
  return word == "--help" || word == "-h";
}

/// `run NAME …` and `load …` pass on everything behind them, --help included, to the program
/// that they start; this takes it off the line.
Words take_rest(Words& words) {
  std::size_t kept = words.size();
  if (words.size() > 2 && words[0] == "run" && !is_option(words[1])) {
    kept = 2;
  }
  if (words.size() > 1 && words[0] == "load" && !(words.size() == 2 && is_help(words[1]))) {
    kept = 1;
  }
  const auto begin = words.begin() + static_cast<std::ptrdiff_t>(kept);
  Words rest(begin, words.end());
  words.erase(begin, words.end());
  return rest;
}

int refuse(const std::string& problem, const std::string& help) {
  print(stderr, fmt::format("workshop: {}\nHelp: {} --help\n", problem, help));
  return usage;
}

std::string help_command(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? command_name() : command_name() + " " + chosen.front()->get_name();
}

int run_command_line(Words words) {
  const auto rest = take_rest(words);
  CLI::App app{"Learn Windows Registered I/O against I/O completion ports, by running both."};
  app.name(command_name());
  app.footer(fmt::format("Example: {0} demo\nEach command: {0} COMMAND --help", command_name()));
  Action action;
  add_doctor(app, action);
  add_list(app, action);
  add_run(app, action, rest);
  add_load(app, action, rest);
  add_demo(app, action);
  add_compare(app, action);
  add_test(app, action);
  if (words.empty()) {
    print(stderr, app.help());
    return usage;
  }
  const auto names = app.get_subcommands([](const CLI::App*) { return true; });
  const auto is_first_word = [&](const CLI::App* command) {
    return command->get_name() == words.front();
  };
  if (!is_option(words.front()) && std::ranges::none_of(names, is_first_word)) {
    Words known;
    std::ranges::transform(names, std::back_inserter(known),
                           [](const CLI::App* command) { return command->get_name(); });
    return refuse(fmt::format("there is no command '{}'; did you mean '{}'?", words.front(),
                              closest_names(words.front(), known).front()),
                  command_name());
  }
  try {
    std::ranges::reverse(words);
    app.parse(words);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help) == 0 ? passed : usage;
  } catch (const CLI::ParseError& problem) {
    return refuse(problem.what(), help_command(app));
  }
  try {
    return action ? action() : usage;
  } catch (const UnknownChapter& problem) {
    return refuse(fmt::format("{} (all of them: {} list)", problem.what(), command_name()),
                  help_command(app));
  }
}

}  // namespace
}  // namespace workshop

int main(int count, char** words) {
  workshop::prepare_terminal();
  try {
    return workshop::run_command_line({words + 1, words + count});
  } catch (const std::exception& problem) {
    workshop::print(stderr, fmt::format("workshop: {}\n", problem.what()));
    return workshop::wrong;
  }
}
