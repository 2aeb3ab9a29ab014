#pragma once

#include "workshop/comparison.hpp"
#include "workshop/table.hpp"

#include <string>

namespace workshop {

/// The one table of a comparison: medians, a chapter a row.
class ComparisonTable {
 public:
  ComparisonTable();
  [[nodiscard]] std::string head() const { return table_.head(); }
  [[nodiscard]] std::string row(const ChapterRuns& runs) const;
  [[nodiscard]] std::size_t width() const { return table_.width(); }

 private:
  Table table_;
};

/// The short table of a comparison made with kernel entries as on Windows: what a datagram
/// costs, and how that relates to the reference chapter.
[[nodiscard]] std::string relation_table(const Comparison& comparison);

/// The chapter that others are related to: 03-iocp if it took part, else the first that ran.
/// @return nullptr when none ran.
[[nodiscard]] const ChapterRuns* reference_of(const Comparison& comparison);

/// What one datagram costs the first RIO server against the reference: "IOCP : RIO = 1 : 0.50 …".
/// @return an empty text when one of the two did not run.
[[nodiscard]] std::string relation_sentence(const Comparison& comparison);

/// A sentence per row that needs one: the reason of a failure that is too long for its row, or
/// that nothing arrived.
[[nodiscard]] std::string remarks_on(const Comparison& comparison);

/// Every single run, medians and spreads of several comparisons made in one go, as JSON.
[[nodiscard]] std::string report_json(const Machine& machine,
                                      const std::vector<Comparison>& comparisons);

}  // namespace workshop
