// One port, one server.

#include "chapter_test.hpp"

namespace workshop::test {
namespace {

using nlohmann::json;

class Port : public EveryChapter {};

TEST_P(Port, TakenIsRefusedByNameAndTheFirstServerGoesOn) {
  ChapterUnderTest first(name(), kSmallDatagrams);
  Sender sender(kLoopback, first.port());
  sender.send(kBytes);

  const std::string port = std::to_string(first.port());
  const Finished second = run_program(name(), {"--json", "--port", port});
  ASSERT_TRUE(second.status.has_value()) << "the second server hangs";
  EXPECT_EQ(second.status->code, 1);
  EXPECT_NE(second.errors.find(port), std::string::npos) << second.errors;

  sender.send(kBytes);
  EXPECT_EQ(first.stop(sender).at("datagrams"), 2);
}

TEST_P(Port, IsFreeAgainRightAfterTheEnd) {
  ChapterUnderTest first(name(), kSmallDatagrams);
  Sender sender(kLoopback, first.port());
  const json stopped = first.stop(sender);
  const Finished second =
      run_program(name(), {"--json", "--port", std::to_string(first.port()), "--for", "0.05"});
  ASSERT_TRUE(second.status && second.status->succeeded()) << second.errors;
  EXPECT_EQ(stopped.at("datagrams"), 0);
}

INSTANTIATE_TEST_SUITE_P(All, Port, ::testing::ValuesIn(kChapters), test_name);

}  // namespace
}  // namespace workshop::test
