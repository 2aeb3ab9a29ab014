#include "commands.hpp"

#include "comparison_screen.hpp"
#include "json_output.hpp"

#include "workshop/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace workshop {
namespace {

std::vector<KernelEntries> passes_of(const CompareRequest& request, const Machine& machine) {
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

}  // namespace

int compare_chapters(const CompareRequest& request) {
  const auto machine = this_machine();
  const auto passes = passes_of(request, machine);
  if (passes.empty()) {
    throw std::runtime_error("--passes as-windows is possible on Linux only");
  }
  ComparisonPlan plan{Catalog::of_this_build().select(request.names), request.load, request.rounds,
                      KernelEntries::actual, pinning_on(machine)};
  ComparisonScreen screen(stream_for_people(request.json_file),
                          passes.size() * plan.chapters.size() * plan.rounds, request.verbose);
  say_head(screen, plan, machine);
  std::vector<Comparison> comparisons;
  for (const auto mode : passes) {
    plan.mode = mode;
    comparisons.push_back(screen.run(plan, name_of(mode), [](const ChapterRuns&) {}));
    mode == KernelEntries::actual ? say_actual(screen, comparisons.back())
                                  : say_as_windows(screen, comparisons.back());
  }
  screen.say("\n");
  screen.say_wrapped(machine.honesty, 0, true);
  write_json(request.json_file, report_json(machine, comparisons));
  return std::ranges::any_of(comparisons, &Comparison::has_failures) ? wrong : passed;
}

}  // namespace workshop
