#include "command_under_test.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <tuple>

namespace workshop {
namespace {

using Words = std::vector<std::string>;

class EachCommand : public testing::TestWithParam<const char*> {};

TEST_P(EachCommand, ExplainsItselfWithAnExample) {
  const auto finished = run_workshop({GetParam(), "--help"});
  EXPECT_EQ(code_of(finished), 0) << finished.errors;
  EXPECT_NE(finished.output.find("Example: "), std::string::npos) << finished.output;
}

INSTANTIATE_TEST_SUITE_P(Workshop, EachCommand,
                         testing::Values("doctor", "list", "run", "load", "demo", "compare",
                                         "test"),
                         [](const auto& parameter) { return std::string(parameter.param); });

/// A wrong command line and what the refusal must name.
using Refusal = std::tuple<Words, std::string>;
class WrongCommandLine : public testing::TestWithParam<Refusal> {};

/// GoogleTest takes letters and digits only.
std::string identifier_of(const Words& words) {
  std::string text;
  for (const auto& word : words) {
    text += text.empty() ? "" : "_";
    for (const char letter : word) {
      text += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : 'X';
    }
  }
  return text;
}

TEST_P(WrongCommandLine, IsRefusedByNameWithExitCodeTwo) {
  const auto& [words, named] = GetParam();
  const auto finished = run_workshop(words);
  EXPECT_EQ(code_of(finished), 2) << finished.output;
  EXPECT_NE(finished.errors.find(named), std::string::npos) << finished.errors;
  EXPECT_NE(finished.errors.find("--help"), std::string::npos) << finished.errors;
}

INSTANTIATE_TEST_SUITE_P(
    Workshop, WrongCommandLine,
    testing::Values(
        Refusal{{"dmeo"}, "did you mean 'demo'"},
        Refusal{{"run", "no-such-chapter"}, "'no-such-chapter'"},
        Refusal{{"run", "03-icp"}, "03-iocp"}, Refusal{{"run", "rio"}, "06-rio-polled"},
        Refusal{{"run"}, "NAME"}, Refusal{{"compare", "03", "99"}, "'99'"},
        Refusal{{"compare", "--rate", "0"}, "'0'"},
        Refusal{{"compare", "--rate", "1e18"}, "'1e18'"},
        Refusal{{"compare", "--bytes", "65508"}, "'65508'"},
        Refusal{{"compare", "--bytes", "4294968320"}, "'4294968320'"},
        Refusal{{"compare", "--bytes", "80x"}, "'80x'"},
        Refusal{{"compare", "--bytes", "-1"}, "-1"}, Refusal{{"compare", "--count", "0"}, "'0'"},
        Refusal{{"compare", "--count", "5", "--for", "1"}, "--count"},
        Refusal{{"compare", "--for", "nan"}, "'nan'"}, Refusal{{"compare", "--rounds", "0"}, "'0'"},
        Refusal{{"compare", "--threads", "100000"}, "'100000'"},
        Refusal{{"compare", "--send", "pigeon"}, "pigeon"},
        Refusal{{"compare", "--passes", "all"}, "all"},
        Refusal{{"compare", "--no-such-option"}, "--no-such-option"},
        Refusal{{"demo", "--for", "0"}, "'0'"}, Refusal{{"test", "--jobs", "0"}, "'0'"}),
    [](const auto& parameter) { return identifier_of(std::get<0>(parameter.param)); });

TEST(CommandLine, WithoutACommandShowsTheHelpAndRefuses) {
  const auto finished = run_workshop({});
  EXPECT_EQ(code_of(finished), 2);
  EXPECT_NE(finished.errors.find("compare"), std::string::npos) << finished.errors;
}

TEST(CommandLine, HelpListsEveryCommand) {
  const auto finished = run_workshop({"--help"});
  EXPECT_EQ(code_of(finished), 0);
  for (const char* const name : {"doctor", "list", "run", "load", "demo", "compare", "test"}) {
    EXPECT_NE(finished.output.find(name), std::string::npos) << name;
  }
}

TEST(CommandLine, RunPassesTheChaptersOwnHelpOn) {
  const auto finished = run_workshop({"run", "01", "--help"});
  EXPECT_EQ(code_of(finished), 0) << finished.errors;
  EXPECT_NE(finished.output.find("--rcvbuf"), std::string::npos) << finished.output;
}

TEST(CommandLine, RunPassesTheChaptersExitCodeOn) {
  EXPECT_EQ(code_of(run_workshop({"run", "01", "--port", "0"})), 2);
}

TEST(CommandLine, LoadPassesTheGeneratorsOwnHelpOn) {
  const auto finished = run_workshop({"load", "--", "--help"});
  EXPECT_EQ(code_of(finished), 0) << finished.errors;
  EXPECT_NE(finished.output.find("--rate"), std::string::npos) << finished.output;
}

TEST(CommandLine, DoctorGivesEachLineAMark) {
  const auto finished = run_workshop({"doctor"});
  EXPECT_EQ(code_of(finished), 0) << finished.output;
  EXPECT_NE(finished.output.find("ok       system"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("socket buffer"), std::string::npos) << finished.output;
}

}  // namespace
}  // namespace workshop
