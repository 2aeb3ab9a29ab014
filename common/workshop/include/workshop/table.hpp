#pragma once

#include "workshop/text_layout.hpp"

#include <string>
#include <vector>

namespace workshop {

/// A column: its heading (lines separated by '\n') and the columns of text it has room for.
struct Column {
  std::string heading;
  std::size_t columns = 0;  ///< at least; a wider heading makes it wider
  Align align = Align::right;
};

/// Lays rows out under headings, one row at a time, so that a row can be printed as soon as it
/// is known.
class Table {
 public:
  explicit Table(std::vector<Column> columns);

  /// How wide is each row?
  [[nodiscard]] std::size_t width() const;
  /// The headings and a rule below them, each line with its end.
  [[nodiscard]] std::string head() const;
  /// One row with its end. Missing cells stay empty.
  [[nodiscard]] std::string row(const std::vector<std::string>& cells) const;
  /// One row whose first cell is followed by a text across all others.
  [[nodiscard]] std::string row_with_text(const std::string& first, const std::string& text) const;

 private:
  std::vector<Column> columns_;
};

}  // namespace workshop
