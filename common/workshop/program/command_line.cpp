// What may be typed. What it then does is in the file of each command.
//
// `run NAME …` and `load …` pass on everything behind them to the program that they start, its
// --help included; that rest never reaches the parser.

#include "command_line.hpp"

#include "commands.hpp"
#include "load_options.hpp"
#include "number_check.hpp"

#include "workshop/catalog.hpp"
#include "workshop/closest_names.hpp"
#include "workshop/terminal.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace workshop {
namespace {

using Words = std::vector<std::string>;
using Action = std::function<int()>;

bool is_option(const std::string& word) {
  return word.starts_with('-');
}
bool is_help(const std::string& word) {
  return word == "--help" || word == "-h";
}

/// Takes the rest that is passed on off the line.
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

class CommandLine {
 public:
  explicit CommandLine(Words rest) : rest_(std::move(rest)) {
    app_.name(command_name());
    app_.footer(fmt::format("Example: {0} demo\nEach command: {0} COMMAND --help", command_name()));
    add_doctor();
    add_list();
    add_run();
    add_load();
    add_demo();
    add_compare();
    add_test();
  }
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  int run(const Words& words) {
    if (words.empty()) {
      print(stderr, app_.help());
      return usage;
    }
    if (const auto problem = unknown_command(words.front()); !problem.empty()) {
      return refuse(problem);
    }
    try {
      // CLI11 takes them last first.
      app_.parse(Words(words.rbegin(), words.rend()));
    } catch (const CLI::CallForHelp& help) {
      return app_.exit(help) == 0 ? passed : usage;
    } catch (const CLI::ParseError& problem) {
      return refuse(problem.what());
    }
    return act();
  }

 private:
  int act() {
    try {
      return action_ ? action_() : usage;
    } catch (const UnknownChapter& problem) {
      return refuse(fmt::format("{} (all of them: {} list)", problem.what(), command_name()));
    }
  }

  int refuse(const std::string& problem) {
    const auto chosen = app_.get_subcommands();
    const auto command = chosen.empty() ? "" : " " + chosen.front()->get_name();
    print(stderr,
          fmt::format("workshop: {}\nHelp: {}{} --help\n", problem, command_name(), command));
    return usage;
  }

  std::string unknown_command(const std::string& word) {
    Words known;
    for (const auto* command : app_.get_subcommands([](const CLI::App*) { return true; })) {
      known.push_back(command->get_name());
    }
    if (is_option(word) || std::ranges::find(known, word) != known.end()) {
      return "";
    }
    return fmt::format("there is no command '{}'; did you mean '{}'?", word,
                       closest_names(word, known).front());
  }

  /// @param examples the words after the command's name, a line each
  CLI::App& add(const char* name, const char* purpose, const Words& examples, Action action) {
    auto& command = *app_.add_subcommand(name, purpose);
    std::string footer;
    for (const auto& example : examples) {
      footer += fmt::format("{}{} {} {}\n", footer.empty() ? "Example: " : "         ",
                            command_name(), name, example);
    }
    command.footer(footer);
    command.callback([this, action = std::move(action)] { action_ = action; });
    return command;
  }

  void add_doctor() {
    (void)add("doctor", "Look at this machine: what is there, what is limited, what to do about it",
              {""}, doctor);
  }

  void add_list() {
    add("list", "Show the chapters, their ideas and what can run here", {""}, [this] {
      return list(list_as_json_);
    }).add_flag("--json", list_as_json_, "as JSON");
  }

  void add_run() {
    add("run", "Run a chapter's server; its options follow its name",
        {"07 --port 5000 --for 10", "07 --help      the chapter's own options"},
        [this] { return run_chapter(name_, rest_); })
        .add_option("NAME", name_, "a chapter: its name, number or an unambiguous part of it")
        ->required();
  }

  void add_load() {
    (void)add("load", "Send datagrams to a server; all that follows are the generator's options",
              {"--port 5000 --rate 50000 --for 5", "-- --help      the generator's own options"},
              [this] { return send_load(rest_); });
  }

  void add_demo() {
    auto& command = add("demo", "Show RIO against IOCP against a plain loop, in half a minute",
                        {""}, [this] { return demo(demo_); });
    command.add_option("--for", demo_.seconds, "seconds of load in each run (0.8)")
        ->check(seconds_between(0.01, 60))
        ->type_name("SECONDS");
    add_json_file(command, demo_.json_file);
  }

  void add_compare() {
    auto& command =
        add("compare", "Run chapters one after another under the same load and compare them",
            {"01 03 07 --rounds 5", "01 07 --rate 50000 --burst 1024 --work 1000"}, [this] {
              compare_.load = load_->load();
              return compare_chapters(compare_);
            });
    command.add_option("NAME", compare_.names, "chapters to compare (default: all)");
    command.add_option("--rounds", compare_.rounds, "runs of each chapter, interleaved (3)")
        ->check(whole_number(1, 1000))
        ->type_name("N");
    command
        .add_option("--passes", compare_.passes,
                    "kernel entries as they are, as on Windows, or both (both)")
        ->check(CLI::IsMember({"actual", "as-windows", "both"}))
        ->type_name("WHICH");
    add_json_file(command, compare_.json_file);
    command.add_flag("--verbose", compare_.verbose, "tell process numbers and ports, too");
    load_.emplace(command);
  }

  void add_test() {
    auto& command = add("test", "Run the workshop's own tests", {"", "--label unit"},
                        [this] { return test(test_); });
    command.add_option("--label", test_.label,
                       "only these: unit, conformance, chapters, workshop, bench");
    command.add_option("--only", test_.pattern, "only tests whose name matches")
        ->type_name("REGEX");
    command.add_option("--jobs", test_.jobs, "tests at the same time (1)")
        ->check(whole_number(1, 256))
        ->type_name("N");
  }

  static void add_json_file(CLI::App& command, std::string& file) {
    command.add_option("--json", file, "write every run to a file, or - for stdout")
        ->type_name("FILE");
  }

  const Words rest_;
  CLI::App app_{"Learn Windows Registered I/O against I/O completion ports, by running both."};
  Action action_;
  bool list_as_json_ = false;
  std::string name_;
  DemoRequest demo_;
  CompareRequest compare_;
  std::optional<LoadOptions> load_;
  TestRequest test_;
};

}  // namespace

int run_command_line(Words words) {
  auto rest = take_rest(words);
  return CommandLine(std::move(rest)).run(words);
}

}  // namespace workshop
