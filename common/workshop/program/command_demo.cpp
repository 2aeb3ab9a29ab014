// The demonstration: the servers of the workshop take the same load one after another, first a
// flood, then bursts with work; each row tells its story. What it concludes, it reads from the
// figures just measured.

#include "commands.hpp"

#include "comparison_screen.hpp"
#include "json_output.hpp"

#include "workshop/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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
  explicit Demonstration(const DemoRequest& request)
      : seconds_(request.seconds),
        json_file_(request.json_file),
        machine_(this_machine()),
        plan_{demonstrated(), flood(seconds_), 1, KernelEntries::actual, pinning_on(machine_)},
        screen_(stream_for_people(json_file_), scenes() * plan_.chapters.size(), false) {}

  int run() {
    open();
    show_flood();
    show_bursts();
    if (machine_.has_as_windows_mode) {
      show_relation();
    }
    close();
    write_json(json_file_, report_json(machine_, comparisons_));
    return std::ranges::any_of(comparisons_, &Comparison::has_failures) ? wrong : passed;
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
    comparisons_.push_back(comparison);
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
        fmt::format("The blocking server received {} % of the datagrams, each RIO server at least "
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
    const std::vector<std::pair<std::string, std::string>> next{
        {"compare 01 03 07 --rounds 5", "steadier figures of the chapters you choose"},
        {"compare --help", "every knob of the load"},
        {"run 07", "one server; then, from a second window:"},
        {"load --rate 50000 --for 5", "something for it to receive"}};
    screen_.say("\nTry next:\n");
    for (const auto& [words, purpose] : next) {
      screen_.say(fmt::format("  {:<42}  {}\n", command_name() + " " + words, purpose));
    }
  }

  const double seconds_;
  const std::string json_file_;
  const Machine machine_;
  ComparisonPlan plan_;
  ComparisonScreen screen_;
  std::vector<Comparison> comparisons_;
};

}  // namespace

int demo(const DemoRequest& request) {
  return Demonstration(request).run();
}

}  // namespace workshop
