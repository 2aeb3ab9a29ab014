#include "comparison_screen.hpp"

#include "workshop/terminal.hpp"
#include "workshop/text_layout.hpp"

#include <fmt/format.h>

namespace workshop {
namespace {

constexpr std::size_t text_columns = 106;

}  // namespace

ComparisonScreen::ComparisonScreen(std::FILE* stream, std::size_t total_runs, bool verbose)
    : stream_(stream),
      colours_on_(takes_colours(stream)),
      verbose_(verbose),
      total_runs_(total_runs),
      started_(std::chrono::steady_clock::now()) {}

std::string ComparisonScreen::time_left() const {
  if (begun_runs_ < 2) {
    return "";
  }
  const auto spent = std::chrono::steady_clock::now() - started_;
  const auto finished = static_cast<std::int64_t>(begun_runs_ - 1);
  const auto left = static_cast<std::int64_t>(total_runs_) - finished;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(spent * left / finished);
  return fmt::format(", about {} s left", seconds.count() + 1);
}

Comparison ComparisonScreen::run(const ComparisonPlan& plan, const std::string& title,
                                 const std::function<void(const ChapterRuns&)>& after_chapter) {
  ComparisonObserver observer;
  observer.before_run = [&](const std::string& chapter, unsigned round) {
    ++begun_runs_;
    const auto rounds =
        plan.rounds > 1 ? fmt::format(", round {} of {}", round, plan.rounds) : std::string();
    progress_.show(fmt::format("{}: {}{} (run {} of {}{})", title, chapter, rounds, begun_runs_,
                               total_runs_, time_left()));
  };
  observer.after_chapter = [&](const ChapterRuns& runs) {
    total_runs_ -= plan.rounds - runs.runs.size();
    after_chapter(runs);
  };
  observer.narrate = [&](const std::string& line) {
    if (verbose_) {
      progress_.clear();
      print(stderr, line + "\n");
    }
  };
  auto comparison = compare(plan, observer);
  progress_.clear();
  return comparison;
}

void ComparisonScreen::say(const std::string& text) {
  progress_.clear();
  print(stream_, text);
}

void ComparisonScreen::say_wrapped(const std::string& text, std::size_t indent, bool dim) {
  for (const auto& line : wrapped(text, text_columns - indent)) {
    say(std::string(indent, ' ') + coloured(line, dim ? Colour::dim : Colour::plain, colours_on_) +
        "\n");
  }
}

void ComparisonScreen::say_title(const std::string& text) {
  for (const auto& line : wrapped(text, text_columns)) {
    say(coloured(line, Colour::bold, colours_on_) + "\n");
  }
}

}  // namespace workshop
