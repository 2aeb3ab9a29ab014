#include "workshop/comparison.hpp"

#include <algorithm>

namespace workshop {

const std::string* ChapterRuns::failure() const {
  for (const auto& run : runs) {
    if (run.failure) {
      return &*run.failure;
    }
  }
  return nullptr;
}

std::optional<Spread> ChapterRuns::spread(Metric metric) const {
  std::vector<double> values;
  for (const auto& run : runs) {
    if (const auto value = run.figures.get(metric)) {
      values.push_back(*value);
    }
  }
  return spread_of(values);
}

std::optional<double> ChapterRuns::median(Metric metric) const {
  const auto found = spread(metric);
  return found ? std::optional(found->median) : std::nullopt;
}

bool ChapterRuns::received_nothing() const {
  return std::ranges::any_of(
      runs, [](const Measurement& run) { return !run.failure && run.datagrams == 0; });
}

bool ChapterRuns::spins() const {
  const auto was_notified = [](const Measurement& run) {
    return run.failure || run.notifications > 0;
  };
  return family == "rio" && !received_nothing() && std::ranges::none_of(runs, was_notified);
}

bool Comparison::has_failures() const {
  return std::ranges::any_of(chapters,
                             [](const ChapterRuns& runs) { return runs.failure() != nullptr; });
}

Comparison compare(const ComparisonPlan& plan, const ComparisonObserver& observer) {
  Comparison comparison{plan, {}};
  for (const auto& chapter : plan.chapters) {
    comparison.chapters.push_back({chapter.name, chapter.family, {}});
  }
  for (unsigned round = 1; round <= plan.rounds; ++round) {
    for (auto& chapter : comparison.chapters) {
      if (chapter.failure() != nullptr) {
        continue;
      }
      observer.before_run(chapter.chapter, round);
      chapter.runs.push_back(
          measure(chapter.chapter, plan.load, plan.mode, plan.pinning, observer.narrate));
      if (round == plan.rounds || chapter.failure() != nullptr) {
        observer.after_chapter(chapter);
      }
    }
  }
  return comparison;
}

}  // namespace workshop
