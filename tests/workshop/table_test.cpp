#include "workshop/table.hpp"

#include <gtest/gtest.h>

namespace workshop {
namespace {

TEST(Table, LinesRowsUpUnderTheirHeadings) {
  const Table table({{"name", 6, Align::left}, {"two\nlines", 0}, {"n", 3}});
  EXPECT_EQ(table.width(), 18U);
  EXPECT_EQ(table.head(),
            "          two\n"
            "name    lines    n\n"
            "──────────────────\n");
  EXPECT_EQ(table.row({"a", "–", "12"}), "a           –   12\n");
}

TEST(Table, AWideCharacterTakesTwoColumns) {
  const Table table({{"a", 4, Align::left}, {"b", 2}});
  EXPECT_EQ(table.row({"日本", "1"}), "日本   1\n");
}

TEST(Table, ATextAcrossTheRowIsCutAtTheEdge) {
  const Table table({{"a", 4, Align::left}, {"b", 8}});
  EXPECT_EQ(table.row_with_text("x", "failed: it"), "x     failed:…\n");
}

TEST(Table, MissingCellsStayEmpty) {
  const Table table({{"a", 4, Align::left}, {"b", 8}});
  EXPECT_EQ(table.row({"x"}), "x\n");
}

}  // namespace
}  // namespace workshop
