#include "command_under_test.hpp"

#include "workshop/catalog.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace workshop {
namespace {

const std::filesystem::path source_folder(WORKSHOP_SOURCE_FOLDER);

Catalog catalog_of_sources() {
  return Catalog::load(source_folder / "chapters/catalog.json");
}

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(List, ShowsEveryChapterOfTheCatalogueInItsOrder) {
  const auto listed = json_of(run_workshop({"list", "--json"}).output);
  ASSERT_TRUE(listed.contains("chapters"));
  const auto catalog = catalog_of_sources();
  ASSERT_EQ(listed["chapters"].size(), catalog.entries().size());
  for (std::size_t index = 0; index < catalog.entries().size(); ++index) {
    const auto& entry = catalog.entries()[index];
    EXPECT_EQ(listed["chapters"][index]["name"], entry.name);
    EXPECT_EQ(listed["chapters"][index]["family"], entry.family);
    EXPECT_EQ(listed["chapters"][index]["idea"], entry.idea);
  }
}

TEST(List, SaysForPeopleWhatEachChapterIsAbout) {
  const auto finished = run_workshop({"list"});
  EXPECT_EQ(code_of(finished), 0);
  const auto catalog = catalog_of_sources();
  for (const auto& entry : catalog.entries()) {
    EXPECT_NE(finished.output.find(entry.idea), std::string::npos) << entry.name;
  }
}

TEST(List, EveryChapterHasItsFolderItsProgramAndItsLesson) {
  const auto catalog = catalog_of_sources();
  for (const auto& entry : catalog.entries()) {
    const auto folder = source_folder / "chapters" / entry.name;
    EXPECT_TRUE(std::filesystem::exists(folder / "main.cpp")) << entry.name;
    EXPECT_TRUE(std::filesystem::exists(folder / "README.md")) << entry.name;
  }
}

TEST(Readme, ItsTableOfChaptersIsTheCatalogue) {
  const auto readme = text_of(source_folder / "README.md");
  std::string expected;
  const auto catalog = catalog_of_sources();
  for (const auto& entry : catalog.entries()) {
    expected += fmt::format("| [{0}](chapters/{0}/README.md) | {1} | {2} |\n", entry.name,
                            entry.family, entry.idea);
  }
  EXPECT_NE(readme.find(expected), std::string::npos)
      << "README.md should hold these lines, one after another:\n"
      << expected;
}

}  // namespace
}  // namespace workshop
