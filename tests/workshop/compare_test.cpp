#include "command_under_test.hpp"
#include "kill_process.hpp"

#include "workshop/child_process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <regex>

namespace workshop {
namespace {

bool listed_as_runnable(const std::string& chapter) {
  const auto listed = json_of(run_workshop({"list", "--json"}).output);
  for (const auto& entry : listed["chapters"]) {
    if (entry["name"] == chapter) {
      return entry["runs_here"] == "yes";
    }
  }
  return false;
}

const nlohmann::json& first_chapter(const nlohmann::json& content) {
  return content["passes"][0]["chapters"][0];
}

TEST(Compare, OfOneChapterUnderATinyLoadGivesSoundFigures) {
  const auto finished =
      run_workshop({"compare", "01", "--count", "200", "--rate", "2000", "--send", "plain",
                    "--rounds", "1", "--passes", "actual", "--json", "-"});
  ASSERT_EQ(code_of(finished), 0) << finished.errors;
  const auto content = json_of(finished.output);
  expect_sound_numbers(content);
  expect_no_nonsense(finished.errors);
  EXPECT_EQ(first_chapter(content)["chapter"], "01-blocking-wsarecv");
  EXPECT_EQ(first_chapter(content)["runs"][0]["generator"]["sent"], 200);
  EXPECT_EQ(first_chapter(content)["median"]["received_percent"], 100);
}

TEST(Compare, NamesTheMachineAndSaysWhoseNumbersTheyAre) {
  const auto finished = run_workshop(
      {"compare", "01", "--count", "20", "--rate", "2000", "--rounds", "1", "--passes", "actual"});
  EXPECT_EQ(code_of(finished), 0) << finished.errors;
  EXPECT_NE(finished.output.find("Machine: "), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("Measured "), std::string::npos) << finished.output;
}

/// Starts a comparison, kills its first server in the middle, and waits for the end.
Finished compare_with_murder() {
  ChildProcess comparison(
      workshop_start({"compare", "01", "02", "--for", "1", "--rate", "1000", "--send", "plain",
                      "--rounds", "1", "--passes", "actual", "--json", "-", "--verbose"}));
  const std::regex pid_line(R"(01-blocking-wsarecv: pid (\d+),)");
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  std::smatch found;
  auto errors = comparison.errors();
  while (!std::regex_search(errors, found, pid_line) &&
         std::chrono::steady_clock::now() < deadline) {
    (void)comparison.wait(std::chrono::milliseconds(10));
    errors = comparison.errors();
  }
  if (!found.empty()) {
    kill_process(std::stoul(found[1].str()));
  }
  Finished finished;
  finished.status = comparison.wait(std::chrono::seconds(60));
  finished.output = comparison.output();
  finished.errors = comparison.errors();
  return finished;
}

TEST(Compare, AServerKilledInTheMiddleIsAFailedRowAndTheRestGoesOn) {
  const auto finished = compare_with_murder();
  EXPECT_EQ(code_of(finished), 1) << finished.errors;
  const auto content = json_of(finished.output);
  ASSERT_FALSE(content.is_null());
  expect_sound_numbers(content);
  const auto& chapters = content["passes"][0]["chapters"];
  ASSERT_EQ(chapters.size(), 2U);
  EXPECT_FALSE(chapters[0]["failed"].is_null());
  EXPECT_TRUE(chapters[1]["failed"].is_null()) << chapters[1]["failed"];
  EXPECT_NE(finished.errors.find("failed: "), std::string::npos) << finished.errors;
}

TEST(Compare, WithoutRioTheRowSaysSoAndTheRestGoesOn) {
  if (listed_as_runnable("07-rio-event")) {
    GTEST_SKIP() << "this system has RIO";
  }
  const auto finished = run_workshop({"compare", "07", "01", "--count", "100", "--rate", "1000",
                                      "--rounds", "1", "--json", "-", "--passes", "actual"});
  EXPECT_EQ(code_of(finished), 1) << finished.errors;
  const auto content = json_of(finished.output);
  ASSERT_FALSE(content.is_null());
  const auto& chapters = content["passes"][0]["chapters"];
  EXPECT_NE(chapters[0]["failed"].dump().find("RIO is not available here"), std::string::npos)
      << chapters[0]["failed"];
  EXPECT_TRUE(chapters[1]["failed"].is_null()) << chapters[1]["failed"];
}

}  // namespace
}  // namespace workshop
