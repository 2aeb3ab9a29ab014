#include "workshop/catalog.hpp"

#include <gtest/gtest.h>

namespace workshop {
namespace {

Catalog small_catalog() {
  return Catalog({{"01-blocking-wsarecv", 1, "blocking", "a loop", "…"},
                  {"03-iocp", 1, "iocp", "a port", "…"},
                  {"08-rio-iocp", 2, "rio", "a port", "…"},
                  {"09-rio-iocp-threads", 2, "rio", "a baton", "…"}});
}

std::string problem_with(const std::string& name) {
  const auto catalog = small_catalog();
  try {
    return "found " + catalog.find(name).name;
  } catch (const UnknownChapter& problem) {
    return problem.what();
  }
}

std::string found_by(const std::string& name) {
  const auto catalog = small_catalog();
  return catalog.find(name).name;
}

TEST(Catalog, FindsAChapterByItsWholeName) {
  EXPECT_EQ(found_by("03-iocp"), "03-iocp");
}

TEST(Catalog, FindsAChapterByItsNumber) {
  EXPECT_EQ(found_by("08"), "08-rio-iocp");
  EXPECT_EQ(found_by("8"), "08-rio-iocp");
}

TEST(Catalog, PrefersTheNameWithoutNumberToParts) {
  EXPECT_EQ(found_by("iocp"), "03-iocp");
  EXPECT_EQ(found_by("rio-iocp"), "08-rio-iocp");
}

TEST(Catalog, FindsAChapterByABeginningOrPartThatOnlyOneHas) {
  EXPECT_EQ(found_by("block"), "01-blocking-wsarecv");
  EXPECT_EQ(found_by("wsarecv"), "01-blocking-wsarecv");
  EXPECT_EQ(found_by("09-"), "09-rio-iocp-threads");
}

TEST(Catalog, NamesTheCandidatesOfAnAmbiguousName) {
  const auto problem = problem_with("rio");
  EXPECT_NE(problem.find("'rio' could mean 08-rio-iocp, 09-rio-iocp-threads"), std::string::npos)
      << problem;
}

TEST(Catalog, NamesTheClosestChaptersOfAnUnknownName) {
  const auto problem = problem_with("04-iocq");
  EXPECT_NE(problem.find("'04-iocq'"), std::string::npos) << problem;
  EXPECT_NE(problem.find("are 03-iocp"), std::string::npos) << problem;
}

TEST(Catalog, RefusesAnEmptyNameAndANumberWithoutChapter) {
  EXPECT_EQ(problem_with("").find("found"), std::string::npos);
  EXPECT_EQ(problem_with("5").find("found"), std::string::npos);
}

TEST(Catalog, SelectsEachChapterOnceInTheOrderGiven) {
  const auto selected = small_catalog().select({"iocp", "01", "3"});
  ASSERT_EQ(selected.size(), 2U);
  EXPECT_EQ(selected[0].name, "03-iocp");
  EXPECT_EQ(selected[1].name, "01-blocking-wsarecv");
}

TEST(Catalog, SelectsAllChaptersWhenNoneIsNamed) {
  EXPECT_EQ(small_catalog().select({}).size(), 4U);
}

TEST(Catalog, NamesTheFileThatIsMissing) {
  try {
    (void)Catalog::load("no-such-catalogue.json");
    FAIL() << "it was found";
  } catch (const std::runtime_error& problem) {
    EXPECT_NE(std::string(problem.what()).find("no-such-catalogue.json"), std::string::npos);
  }
}

}  // namespace
}  // namespace workshop
