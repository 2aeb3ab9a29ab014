#include "commands.hpp"

#include "comparison_screen.hpp"
#include "json_output.hpp"
#include "load_options.hpp"
#include "number_check.hpp"

#include "workshop/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace workshop {
namespace {

struct Request {
  std::vector<std::string> names;
  std::string passes = "both";
  std::string json_file;
  unsigned rounds = 3;
  bool verbose = false;
};

std::vector<KernelEntries> passes_of(const Request& request, const Machine& machine) {
  std::vector<KernelEntries> passes;
  if (request.passes != "as-windows") {
    passes.push_back(KernelEntries::actual);
  }
  if (request.passes != "actual" && machine.has_as_windows_mode) {
    passes.push_back(KernelEntries::as_windows);
  }
  return passes;
}

void say_head(ComparisonScreen& screen, const ComparisonPlan& plan, const Machine& machine) {
  screen.say_title(fmt::format("{} chapters, medians of {} interleaved rounds",
                               plan.chapters.size(), plan.rounds));
  screen.say_wrapped("Machine: " + machine.system + "; " + machine.cpu, 0, false);
  screen.say_wrapped("Load: " + describe(plan.load), 0, false);
  screen.say_wrapped("Cores: " + describe(plan.pinning), 0, false);
  screen.say("\n");
}

void say_actual(ComparisonScreen& screen, const Comparison& comparison) {
  const ComparisonTable table;
  auto text = table.head();
  for (const auto& runs : comparison.chapters) {
    text += table.row(runs);
  }
  screen.say(text + remarks_on(comparison));
}

void say_as_windows(ComparisonScreen& screen, const Comparison& comparison) {
  screen.say("\n");
  screen.say_title(
      "The relation when each call that enters the kernel on Windows enters it here, too "
      "(as-windows)");
  screen.say(relation_table(comparison) + remarks_on(comparison) + relation_sentence(comparison));
}

int compare_on_screen(const Request& request, const Load& load) {
  const auto machine = this_machine();
  ComparisonPlan plan{Catalog::of_this_build().select(request.names), load, request.rounds,
                      KernelEntries::actual, pinning_on(machine)};
  const auto passes = passes_of(request, machine);
  if (passes.empty()) {
    throw std::runtime_error("--passes as-windows is possible on Linux only");
  }
  ComparisonScreen screen(stream_for_people(request.json_file),
                          passes.size() * plan.chapters.size() * plan.rounds, request.verbose);
  say_head(screen, plan, machine);
  auto results = nlohmann::json::array();
  bool failed = false;
  for (const auto mode : passes) {
    plan.mode = mode;
    const auto comparison = screen.run(plan, name_of(mode), [](const ChapterRuns&) {});
    mode == KernelEntries::actual ? say_actual(screen, comparison)
                                  : say_as_windows(screen, comparison);
    results.push_back(to_json(comparison));
    failed = failed || comparison.has_failures();
  }
  screen.say("\n");
  screen.say_wrapped(machine.honesty, 0, true);
  write_json(request.json_file, {{"machine", to_json(machine)}, {"passes", results}});
  return failed ? wrong : passed;
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
  auto* const command = app.add_subcommand(
      "compare", "Run chapters one after another under the same load and compare them");
  const auto request = std::make_shared<Request>();
  command->add_option("NAME", request->names, "chapters to compare (default: all)");
  command->add_option("--rounds", request->rounds, "runs of each chapter, interleaved (3)")
      ->check(whole_number(1, 1000))
      ->type_name("N");
  command
      ->add_option("--passes", request->passes,
                   "kernel entries as they are, as on Windows, or both (both)")
      ->check(CLI::IsMember({"actual", "as-windows", "both"}))
      ->type_name("WHICH");
  command->add_option("--json", request->json_file, "write every run to a file, or - for stdout")
      ->type_name("FILE");
  command->add_flag("--verbose", request->verbose, "tell process numbers and ports, too");
  const auto options = std::make_shared<LoadOptions>(*command);
  command->footer(
      fmt::format("Example: {0} compare 01 03 07 --rounds 5\n"
                  "         {0} compare 01 07 --rate 50000 --burst 1024 --work 1000",
                  command_name()));
  command->callback([&action, request, options] {
    action = [request, options] { return compare_on_screen(*request, options->load()); };
  });
}

}  // namespace workshop
