// The demonstration: the servers of the workshop take the same load one after another, first a
// flood, then bursts with work; each row tells its story. What it concludes, it reads from the
// figures just measured.

#include "commands.hpp"

#include "comparison_screen.hpp"
#include "json_output.hpp"
#include "number_check.hpp"

#include "workshop/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace workshop {
namespace {

constexpr std::size_t story_indent = 4;

std::vector<CatalogEntry> demonstrated() {
  return Catalog::of_this_build().select({"01", "03", "04", "06", "07", "08", "09"});
}

Load flood(double seconds) {
  Load load;
  load.seconds = seconds;
  return load;
}

Load bursts_with_work(double seconds) {
  Load load;
  load.seconds = seconds;
  load.rate_per_s = 50'000;
  load.burst = 1024;
  load.work_iterations = 1000;
  return load;
}

/// The lowest or highest median of a family's received share.
std::optional<double> received(const Comparison& comparison, const std::string& family,
                               bool lowest) {
  std::vector<double> shares;
  for (const auto& runs : comparison.chapters) {
    const auto share = runs.median(Metric::received_percent);
    if (runs.family == family && share) {
      shares.push_back(*share);
    }
  }
  const auto spread = spread_of(shares);
  return spread ? std::optional(lowest ? spread->minimum : spread->maximum) : std::nullopt;
}

class Demonstration {
 public:
  Demonstration(double seconds, const std::string& json_file)
      : seconds_(seconds),
        json_file_(json_file),
        machine_(this_machine()),
        plan_{demonstrated(), flood(seconds), 1, KernelEntries::actual, pinning_on(machine_)},
        screen_(stream_for_people(json_file), scenes() * plan_.chapters.size(), false) {}

  int run() {
    open();
    show_flood();
    show_bursts();
    if (machine_.has_as_windows_mode) {
      show_relation();
    }
    close();
    write_json(json_file_, {{"machine", to_json(machine_)}, {"scenes", results_}});
    return failed_ ? wrong : passed;
  }

 private:
  [[nodiscard]] std::size_t scenes() const { return machine_.has_as_windows_mode ? 3 : 2; }

  void open() {
    screen_.say_title(
        "RIO against IOCP against a plain loop: the same datagrams, one server after "
        "another");
    screen_.say_wrapped(machine_.system + "; " + machine_.cpu, 0, false);
    screen_.say_wrapped(describe(plan_.pinning), 0, false);
  }

  void begin_scene(const std::string& title, const Load& load) {
    plan_.load = load;
    screen_.say("\n");
    screen_.say_title(title);
    screen_.say_wrapped(describe(load), 0, true);
    screen_.say("\n");
  }

  void end_scene(const Comparison& comparison) {
    results_.push_back(to_json(comparison));
    failed_ = failed_ || comparison.has_failures();
    screen_.say(remarks_on(comparison));
  }

  void show_flood() {
    begin_scene("1  Flood: what does one datagram cost?", flood(seconds_));
    const ComparisonTable table;
    screen_.say(table.head());
    end_scene(screen_.run(plan_, "flood", [&](const ChapterRuns& runs) {
      screen_.say(table.row(runs));
      const auto entry = std::ranges::find(plan_.chapters, runs.chapter, &CatalogEntry::name);
      screen_.say_wrapped(entry->story, story_indent, true);
    }));
  }

  void show_bursts() {
    begin_scene("2  Bursts with work: who has room for what arrives meanwhile?",
                bursts_with_work(seconds_));
    const ComparisonTable table;
    screen_.say(table.head());
    const auto comparison = screen_.run(
        plan_, "bursts", [&](const ChapterRuns& runs) { screen_.say(table.row(runs)); });
    end_scene(comparison);
    conclude(comparison);
  }

  void conclude(const Comparison& comparison) {
    const auto blocking = received(comparison, "blocking", true);
    const auto rio = received(comparison, "rio", true);
    if (!blocking || !rio) {
      return;
    }
    screen_.say_wrapped(
        fmt::format("The blocking server kept {} % of the datagrams, the RIO servers at least "
                    "{} %: it has the socket buffer, they have thousands of posted slices.",
                    figure(blocking, 1), figure(rio, 1)),
        0, false);
  }

  void show_relation() {
    begin_scene("3  As on Windows: every call that enters the kernel there enters it here, too",
                flood(seconds_));
    plan_.mode = KernelEntries::as_windows;
    const auto comparison = screen_.run(plan_, "as-windows", [](const ChapterRuns&) {});
    screen_.say(relation_table(comparison));
    end_scene(comparison);
    screen_.say(relation_sentence(comparison));
  }

  void close() {
    screen_.say("\n");
    screen_.say_wrapped(machine_.honesty, 0, true);
    screen_.say(fmt::format(
        "\nTry next:\n"
        "  {0} compare 01 03 07 --rounds 5    steadier figures, your choice of chapters\n"
        "  {0} compare --help                  every knob of the load\n"
        "  {0} run 07                          one server, to send to from a second window with\n"
        "  {0} load --rate 50000 --for 5\n",
        command_name()));
  }

  const double seconds_;
  const std::string json_file_;
  const Machine machine_;
  ComparisonPlan plan_;
  ComparisonScreen screen_;
  nlohmann::json results_ = nlohmann::json::array();
  bool failed_ = false;
};

}  // namespace

void add_demo(CLI::App& app, Action& action) {
  auto* const command =
      app.add_subcommand("demo", "Show RIO against IOCP against a plain loop, in half a minute");
  const auto seconds = std::make_shared<double>(0.8);
  const auto json_file = std::make_shared<std::string>();
  command->add_option("--for", *seconds, "seconds of load in each run (0.8)")
      ->check(seconds_between(0.01, 60))
      ->type_name("SECONDS");
  command->add_option("--json", *json_file, "write every run to a file, or - for stdout")
      ->type_name("FILE");
  command->footer(fmt::format("Example: {} demo", command_name()));
  command->callback([&action, seconds, json_file] {
    action = [seconds, json_file] { return Demonstration(*seconds, *json_file).run(); };
  });
}

}  // namespace workshop
