#include "workshop/table.hpp"

#include <algorithm>
#include <numeric>

namespace workshop {
namespace {

constexpr std::size_t gap_columns = 2;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  lines.push_back(text.substr(begin));
  return lines;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string rule(std::size_t columns) {
  std::string line;
  for (std::size_t column = 0; column < columns; ++column) {
    line += "─";
  }
  return line + "\n";
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  for (auto& column : columns_) {
    for (const auto& line : lines_of(column.heading)) {
      column.columns = std::max(column.columns, columns_of(line));
    }
  }
}

std::size_t Table::width() const {
  const auto gaps = gap_columns * (std::max<std::size_t>(columns_.size(), 1) - 1);
  return std::accumulate(
      columns_.begin(), columns_.end(), gaps,
      [](std::size_t sum, const Column& column) { return sum + column.columns; });
}

std::string Table::head() const {
  std::size_t height = 0;
  for (const auto& column : columns_) {
    height = std::max(height, lines_of(column.heading).size());
  }
  std::vector<std::vector<std::string>> rows(height, std::vector<std::string>(columns_.size()));
  for (std::size_t index = 0; index < columns_.size(); ++index) {
    const auto lines = lines_of(columns_[index].heading);
    for (std::size_t line = 0; line < lines.size(); ++line) {
      rows[height - lines.size() + line][index] = lines[line];
    }
  }
  std::string text;
  for (const auto& cells : rows) {
    text += row(cells);
  }
  return text + rule(width());
}

std::string Table::row(const std::vector<std::string>& cells) const {
  std::string line;
  for (std::size_t index = 0; index < columns_.size(); ++index) {
    const auto& column = columns_[index];
    const auto cell = index < cells.size() ? cells[index] : std::string();
    line += index == 0 ? "" : std::string(gap_columns, ' ');
    line += padded(cell, column.columns, column.align);
  }
  return without_trailing_blanks(std::move(line));
}

std::string Table::row_with_text(const std::string& first, const std::string& text) const {
  const auto start = padded(first, columns_.front().columns, columns_.front().align);
  const auto room = width() - std::min(width(), columns_of(start) + gap_columns);
  return without_trailing_blanks(start + std::string(gap_columns, ' ') + shortened(text, room));
}

}  // namespace workshop
