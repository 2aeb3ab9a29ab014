#include "workshop/child_process.hpp"
#include "workshop/programs.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>

namespace workshop {
namespace {

using namespace std::chrono_literals;
constexpr auto limit = 30s;

ProcessStart actor(std::vector<std::string> arguments) {
  return {program_path("actor"), std::move(arguments), std::nullopt, {}};
}

bool is_waiting(std::string_view line) {
  return line == "waiting";
}
bool never(std::string_view) {
  return false;
}

TEST(ChildProcess, CapturesBothStreamsAndTheExitCode) {
  const auto finished = run_to_end(actor({"echo", "one", "two"}), limit);
  ASSERT_TRUE(finished.status);
  EXPECT_EQ(finished.status->code, 3);
  EXPECT_FALSE(finished.status->signal);
  EXPECT_NE(finished.errors.find("to standard error"), std::string::npos);
}

TEST(ChildProcess, PassesArgumentsOnAsTheyAre) {
  const std::vector<std::string> odd{"with blank", "", "\"quoted\"", "back\\slash\\", "a\\\"b"};
  auto arguments = odd;
  arguments.insert(arguments.begin(), "echo");
  ChildProcess child(actor(arguments));
  ASSERT_TRUE(child.wait(limit));
  EXPECT_EQ(child.lines(), odd);
}

TEST(ChildProcess, WaitsForALineAndDoesNotLookAtEarlierOnesAgain) {
  ChildProcess child(actor({"echo", "first", "second", "first"}));
  const auto is_first = [](std::string_view line) { return line == "first"; };
  EXPECT_EQ(child.wait_for_line(is_first, limit), "first");
  EXPECT_EQ(child.wait_for_line(is_first, limit), "first");
  EXPECT_EQ(child.wait_for_line(is_first, limit), std::nullopt);
}

TEST(ChildProcess, SaysThatAProgramStillRunsAtTheLimit) {
  ChildProcess child(actor({"wait"}));
  ASSERT_TRUE(child.wait_for_line(is_waiting, limit));
  EXPECT_FALSE(child.wait(10ms));
}

TEST(ChildProcess, InterruptsAProgramAsCtrlCWould) {
  ChildProcess child(actor({"wait"}));
  ASSERT_TRUE(child.wait_for_line(is_waiting, limit));
  child.interrupt();
  EXPECT_TRUE(child.wait(limit));
}

TEST(ChildProcess, KillsWhatTheProgramStartedToo) {
  ChildProcess child(actor({"parent"}));
  ASSERT_TRUE(child.wait_for_line(is_waiting, limit));
  child.kill_tree();
  ASSERT_TRUE(child.wait(limit));
  // The grandchild holds the output open: that it ends shows that the grandchild did.
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(child.wait_for_line(never, limit));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, limit);
}

TEST(ChildProcess, LeavesNothingBehindWhenItGoes) {
  const auto begin = std::chrono::steady_clock::now();
  {
    ChildProcess child(actor({"parent"}));
    ASSERT_TRUE(child.wait_for_line(is_waiting, limit));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, limit);
}

TEST(ChildProcess, AnInterruptAfterTheEndIsHarmless) {
  ChildProcess child(actor({"echo"}));
  ASSERT_TRUE(child.wait(limit));
  child.interrupt();
  child.kill_tree();
  EXPECT_TRUE(child.wait(limit));
}

TEST(ChildProcess, NamesAProgramThatCannotBeStarted) {
  try {
    const ChildProcess child({program_path("no-such-program"), {}, std::nullopt, {}});
    FAIL() << "it started";
  } catch (const std::runtime_error& problem) {
    EXPECT_NE(std::string(problem.what()).find("no-such-program"), std::string::npos);
  }
}

TEST(ChildProcess, EndsAProgramThatHangs) {
  const auto finished = run_to_end(actor({"wait"}), 200ms);
  EXPECT_FALSE(finished.status);
}

TEST(ExitStatus, DescribesEachKindOfEnd) {
  EXPECT_EQ(describe(ExitStatus{1, std::nullopt}), "ended with code 1");
  EXPECT_EQ(describe(ExitStatus{137, 9}), "was killed (signal 9)");
  EXPECT_EQ(describe(ExitStatus{static_cast<int>(0xC0000005U), std::nullopt}),
            "ended with code 0xC0000005");
}

}  // namespace
}  // namespace workshop
