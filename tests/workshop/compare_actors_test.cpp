#include "command_under_test.hpp"
#include "stage.hpp"

#include <gtest/gtest.h>

namespace workshop {
namespace {

/// Compares chapters once, as JSON; 02-overlapped-event always plays the good server.
nlohmann::json compare_on(const Stage& stage, const std::vector<std::string>& names, int code) {
  std::vector<std::string> arguments{"compare", "--rounds", "1",        "--for", "0.01",
                                     "--json",  "-",        "--passes", "actual"};
  arguments.insert(arguments.end(), names.begin(), names.end());
  const auto finished = stage.run_workshop(arguments);
  EXPECT_EQ(code_of(finished), code) << finished.errors;
  expect_no_nonsense(finished.errors);
  const auto content = json_of(finished.output);
  expect_sound_numbers(content);
  return content.is_null() ? content : content["passes"][0]["chapters"];
}

std::string failure_of(const nlohmann::json& chapter) {
  return chapter["failed"].dump();
}

TEST(CompareActors, ACrashFailsItsOwnRowAndTheRestGoesOn) {
  const Stage stage("generator=send;01-blocking-wsarecv=crash;02-overlapped-event=serve");
  const auto chapters = compare_on(stage, {"01", "02"}, 1);
  ASSERT_EQ(chapters.size(), 2U);
  EXPECT_FALSE(chapters[0]["failed"].is_null());
  EXPECT_TRUE(chapters[1]["failed"].is_null()) << failure_of(chapters[1]);
  EXPECT_EQ(chapters[1]["median"]["received_percent"], 100);
}

TEST(CompareActors, AHangIsEndedAndNamedAsSuch) {
  const Stage stage("generator=send;01-blocking-wsarecv=hang;02-overlapped-event=serve");
  const auto chapters = compare_on(stage, {"01", "02"}, 1);
  ASSERT_EQ(chapters.size(), 2U);
  EXPECT_NE(failure_of(chapters[0]).find("hung"), std::string::npos) << failure_of(chapters[0]);
  EXPECT_TRUE(chapters[0]["runs"][0]["hung"].get<bool>());
  EXPECT_TRUE(chapters[1]["failed"].is_null()) << failure_of(chapters[1]);
}

TEST(CompareActors, TheReasonOfARefusalIsTheServersOwnSentence) {
  const Stage stage("generator=send;01-blocking-wsarecv=refuse;02-overlapped-event=serve");
  const auto chapters = compare_on(stage, {"01", "02"}, 1);
  ASSERT_EQ(chapters.size(), 2U);
  EXPECT_EQ(chapters[0]["failed"], "port 5000 is taken");
  EXPECT_TRUE(chapters[1]["failed"].is_null()) << failure_of(chapters[1]);
}

TEST(CompareActors, AProgramThatIsMissingIsARowToo) {
  const Stage stage("generator=send;02-overlapped-event=serve");
  const auto chapters = compare_on(stage, {"01", "02"}, 1);
  ASSERT_EQ(chapters.size(), 2U);
  EXPECT_NE(failure_of(chapters[0]).find("01-blocking-wsarecv"), std::string::npos)
      << failure_of(chapters[0]);
}

TEST(CompareActors, AReportOfNonsenseCostsNoMoreThanItsFigures) {
  const Stage stage("generator=send;01-blocking-wsarecv=babble;02-overlapped-event=serve");
  const auto chapters = compare_on(stage, {"01", "02"}, 1);
  ASSERT_EQ(chapters.size(), 2U);
  EXPECT_TRUE(chapters[0]["median"]["rate_per_s"].is_null());
  EXPECT_TRUE(chapters[1]["failed"].is_null()) << failure_of(chapters[1]);
}

TEST(CompareActors, AServerThatReceivedNothingIsNoFailureButIsSaid) {
  const Stage stage("generator=send;01-blocking-wsarecv=serve-nothing");
  const auto finished =
      stage.run_workshop({"compare", "01", "--rounds", "1", "--for", "0.01", "--passes", "actual"});
  EXPECT_EQ(code_of(finished), 0) << finished.errors;
  EXPECT_NE(finished.output.find("nothing was received"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("–"), std::string::npos) << finished.output;
  expect_no_nonsense(finished.output);
}

TEST(CompareActors, AGeneratorThatFailsIsNotTheServersFault) {
  const Stage stage("generator=refuse;01-blocking-wsarecv=hang");
  const auto chapters = compare_on(stage, {"01"}, 1);
  ASSERT_EQ(chapters.size(), 1U);
  EXPECT_NE(failure_of(chapters[0]).find("generator"), std::string::npos);
}

TEST(CompareActors, EveryRoundIsInTheJsonAndTheSpreadCountsThem) {
  const Stage stage("generator=send;02-overlapped-event=serve");
  const auto finished = stage.run_workshop(
      {"compare", "02", "--rounds", "3", "--for", "0.01", "--json", "-", "--passes", "actual"});
  EXPECT_EQ(code_of(finished), 0) << finished.errors;
  const auto content = json_of(finished.output);
  ASSERT_FALSE(content.is_null());
  const auto& chapter = content["passes"][0]["chapters"][0];
  EXPECT_EQ(chapter["runs"].size(), 3U);
  EXPECT_EQ(chapter["spread"]["rate_per_s"]["runs"], 3);
  EXPECT_EQ(chapter["spread"]["rate_per_s"]["median"], 1000.5);
}

}  // namespace
}  // namespace workshop
