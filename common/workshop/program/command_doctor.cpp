#include "commands.hpp"

#include "finding.hpp"

#include "workshop/catalog.hpp"
#include "workshop/machine.hpp"
#include "workshop/measurement.hpp"
#include "workshop/programs.hpp"
#include "workshop/terminal.hpp"
#include "workshop/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace workshop {
namespace {

constexpr std::size_t subject_columns = 16;
constexpr std::size_t mark_columns = 9;
constexpr std::size_t text_columns = 80;

Finding examine_system_name(const Machine& machine) {
  return {Finding::Kind::ok, "system", machine.system + "; " + machine.cpu, ""};
}

Finding examine_cores(const Machine& machine) {
  if (machine.cores.size() >= 2) {
    return {Finding::Kind::ok, "cores",
            fmt::format("{} to use; {}", machine.cores.size(), describe(pinning_on(machine))), ""};
  }
  return {Finding::Kind::note, "cores", "only one: server and generator share it",
          "allow a second core; until then compare only what was measured in one run"};
}

Finding examine_programs() {
  std::string missing;
  const auto catalog = Catalog::of_this_build();
  for (const auto& entry : catalog.entries()) {
    if (!std::filesystem::exists(program_path(entry.name))) {
      missing += " " + entry.name;
    }
  }
  if (!std::filesystem::exists(program_path("generator"))) {
    missing += " generator";
  }
  if (missing.empty()) {
    return {Finding::Kind::ok, "programs", "all chapters and the generator are built", ""};
  }
  return {Finding::Kind::missing, "programs", "not built:" + missing,
          "build them with: cmake --build --preset linux"};
}

std::string mark_of(Finding::Kind kind, bool colours_on) {
  switch (kind) {
    case Finding::Kind::ok:
      return coloured("ok", Colour::green, colours_on);
    case Finding::Kind::note:
      return coloured("note", Colour::yellow, colours_on);
    case Finding::Kind::missing:
      break;
  }
  return coloured("missing", Colour::red, colours_on);
}

void print_finding(const Finding& finding) {
  const auto mark = mark_of(finding.kind, takes_colours(stdout));
  auto start = padded(mark, mark_columns, Align::left) +
               padded(finding.subject, subject_columns, Align::left);
  auto lines = wrapped(finding.what, text_columns);
  if (!finding.way_out.empty()) {
    const auto way_out = wrapped("→ " + finding.way_out, text_columns);
    lines.insert(lines.end(), way_out.begin(), way_out.end());
  }
  for (const auto& line : lines) {
    print(stdout, start + line + "\n");
    start.assign(mark_columns + subject_columns, ' ');
  }
}

}  // namespace

int doctor() {
  const auto machine = this_machine();
  std::vector<Finding> findings{examine_system_name(machine), examine_cores(machine)};
  const auto of_system = examine_system();
  findings.insert(findings.end(), of_system.begin(), of_system.end());
  findings.push_back(examine_programs());
  std::ranges::for_each(findings, print_finding);
  const bool something_missing = std::ranges::any_of(
      findings, [](const Finding& finding) { return finding.kind == Finding::Kind::missing; });
  return something_missing ? wrong : passed;
}

}  // namespace workshop
