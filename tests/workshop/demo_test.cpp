#include "command_under_test.hpp"
#include "stage.hpp"

#include "workshop/catalog.hpp"
#include "workshop/text_layout.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace workshop {
namespace {

const std::string good_cast =
    "generator=send;01-blocking-wsarecv=serve;03-iocp=serve;04-iocp-threads=serve;"
    "06-rio-polled=serve;07-rio-event=serve;08-rio-iocp=serve;09-rio-iocp-threads=serve";

TEST(Demo, TellsTheStoryOfEachServerWithinTheWidthOfAProjector) {
  const auto finished = Stage(good_cast).run_workshop({"demo", "--for", "0.01"});
  EXPECT_EQ(code_of(finished), 0) << finished.errors;
  expect_no_nonsense(finished.output);
  const auto catalog = Catalog::of_this_build();
  const auto& story = catalog.find("09").story;
  EXPECT_NE(finished.output.find(story.substr(0, story.find(' ', 40))), std::string::npos);
  std::istringstream lines(finished.output);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(columns_of(line), 110U) << line;
  }
  EXPECT_NE(finished.output.find("Try next:"), std::string::npos);
}

TEST(Demo, UsesNoColoursWithoutATerminal) {
  const auto finished = Stage(good_cast).run_workshop({"demo", "--for", "0.01"});
  EXPECT_EQ(finished.output.find('\x1b'), std::string::npos);
  EXPECT_EQ(finished.errors.find('\x1b'), std::string::npos);
}

TEST(Demo, GoesOnWhenAServerFailsAndSaysSoInItsExitCode) {
  auto cast = good_cast;
  cast.replace(cast.find("03-iocp=serve"), 13, "03-iocp=crash");
  const auto finished = Stage(cast).run_workshop({"demo", "--for", "0.01"});
  EXPECT_EQ(code_of(finished), 1) << finished.errors;
  EXPECT_NE(finished.output.find("failed: "), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("Try next:"), std::string::npos) << finished.output;
}

}  // namespace
}  // namespace workshop
