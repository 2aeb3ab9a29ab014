#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace workshop {

/// Exit codes of every command.
enum ExitCode : int { passed = 0, wrong = 1, usage = 2, skipped = 77, hang = 124 };

/// What a command line asks for: set by the chosen subcommand, run after parsing.
using Action = std::function<int()>;

/// How a person types the command: "./workshop" or "workshop".
[[nodiscard]] std::string command_name();

/// Each adds its subcommand to the command line. `rest` is what `run` and `load` pass on.
void add_doctor(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action, const std::vector<std::string>& rest);
void add_load(CLI::App& app, Action& action, const std::vector<std::string>& rest);
void add_demo(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_test(CLI::App& app, Action& action);

}  // namespace workshop
