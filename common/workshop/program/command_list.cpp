#include "commands.hpp"

#include "chapter_readiness.hpp"

#include "workshop/catalog.hpp"
#include "workshop/programs.hpp"
#include "workshop/table.hpp"
#include "workshop/terminal.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace workshop {
namespace {

void print_table(const Catalog& catalog) {
  const Table table({{"chapter", 19, Align::left},
                     {"family", 10, Align::left},
                     {"idea", 44, Align::left},
                     {"runs here", 12, Align::left}});
  print(stdout, table.head());
  for (const auto& entry : catalog.entries()) {
    print(stdout, table.row({entry.name, entry.family, entry.idea, readiness_of(entry)}));
  }
  print(stdout, fmt::format("\nRun one: {0} run 07    Compare some: {0} compare 01 03 07\n",
                            command_name()));
}

void print_json(const Catalog& catalog) {
  auto chapters = nlohmann::json::array();
  for (const auto& entry : catalog.entries()) {
    chapters.push_back({{"name", entry.name},
                        {"part", entry.part},
                        {"family", entry.family},
                        {"idea", entry.idea},
                        {"runs_here", readiness_of(entry)}});
  }
  print(stdout, nlohmann::json{{"chapters", chapters}}.dump(2) + "\n");
}

}  // namespace

int list(bool as_json) {
  const auto catalog = Catalog::of_this_build();
  as_json ? print_json(catalog) : print_table(catalog);
  return passed;
}

}  // namespace workshop
