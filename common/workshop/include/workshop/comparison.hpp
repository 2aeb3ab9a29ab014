#pragma once

#include "workshop/catalog.hpp"
#include "workshop/measurement.hpp"
#include "workshop/statistics.hpp"

#include <functional>
#include <string>
#include <vector>

namespace workshop {

/// What to compare: every chapter once per round, so that whatever disturbs the machine for a
/// while disturbs all of them.
struct ComparisonPlan {
  std::vector<CatalogEntry> chapters;
  Load load;
  unsigned rounds = 3;
  KernelEntries mode = KernelEntries::actual;
  Pinning pinning;
};

/// All runs of one chapter. Its first failure ends its part in the comparison.
struct ChapterRuns {
  std::string chapter;
  std::string family;
  std::vector<Measurement> runs;

  [[nodiscard]] const std::string* failure() const;
  [[nodiscard]] std::optional<Spread> spread(Metric metric) const;
  [[nodiscard]] std::optional<double> median(Metric metric) const;
  /// Did a run end in which not one datagram arrived?
  [[nodiscard]] bool received_nothing() const;
  /// Does this server poll without ever sleeping? A RIO server that was never notified does.
  [[nodiscard]] bool spins() const;
};

struct Comparison {
  ComparisonPlan plan;
  std::vector<ChapterRuns> chapters;  ///< in the plan's order

  [[nodiscard]] bool has_failures() const;
};

/// What a caller hears while a comparison runs.
struct ComparisonObserver {
  std::function<void(const std::string& chapter, unsigned round)> before_run;
  std::function<void(const ChapterRuns&)> after_chapter;  ///< all its rounds are done
  Narrator narrate;
};

[[nodiscard]] Comparison compare(const ComparisonPlan& plan, const ComparisonObserver& observer);

}  // namespace workshop
