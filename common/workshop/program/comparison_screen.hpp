#pragma once

#include "workshop/comparison.hpp"
#include "workshop/progress.hpp"

#include <chrono>
#include <cstdio>
#include <functional>
#include <string>

namespace workshop {

/// Runs comparisons in front of a person: says what runs, how far it is and how long it takes.
class ComparisonScreen {
 public:
  /// @param total_runs over all comparisons to come, for the estimate of the time left
  ComparisonScreen(std::FILE* stream, std::size_t total_runs, bool verbose);

  /// @param title what this comparison is called in the progress line
  /// @param after_chapter called when a chapter's last run is over
  [[nodiscard]] Comparison run(const ComparisonPlan& plan, const std::string& title,
                               const std::function<void(const ChapterRuns&)>& after_chapter);

  /// Prints a result, out of the way of the progress line.
  void say(const std::string& text);
  /// Prints text in a colour where there are colours, wrapped to the width of the tables.
  void say_wrapped(const std::string& text, std::size_t indent, bool dim);
  void say_title(const std::string& text);

 private:
  [[nodiscard]] std::string time_left() const;

  std::FILE* stream_;
  bool colours_on_;
  bool verbose_;
  Progress progress_;
  std::size_t total_runs_;
  std::size_t begun_runs_ = 0;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace workshop
