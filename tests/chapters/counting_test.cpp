// What was sent is what is counted: exactly, whatever the number and whatever the datagrams.

#include "chapter_test.hpp"

namespace workshop::test {
namespace {

using nlohmann::json;

class Counting : public EveryChapter {};

void send_many(Sender& sender, int count) {
  for (int i = 0; i < count; ++i)
    sender.send(kBytes);
}

json count_of(const std::string& chapter, int count, Arguments options) {
  options.insert(options.end(), kSmallDatagrams.begin(), kSmallDatagrams.end());
  ChapterUnderTest server(chapter, std::move(options));
  Sender sender(kLoopback, server.port());
  send_many(sender, count);
  return server.stop(sender);
}

TEST_P(Counting, CountsAFewDatagramsExactly) {
  for (const int count : {1, 2, 99, 100}) {
    const json result = count_of(name(), count, {});
    EXPECT_EQ(result.at("datagrams"), count);
    EXPECT_EQ(result.at("bytes"), count * static_cast<int>(kBytes));
    EXPECT_EQ(result.at("stop_reason"), "stop datagram");
  }
}

TEST_P(Counting, CountsNothingWhenNothingCame) {
  const json result = count_of(name(), 0, {});
  EXPECT_EQ(result.at("datagrams"), 0);
}

// Datagrams a second that a server keeps up with although other tests run beside it: the socket's
// buffer has to bridge the times when it does not run. Under Wine each datagram passes two
// processes.
const char* rate_it_can_hold(const ChapterUnderTest& server) {
  return server.system().starts_with("Wine") ? "2000" : "10000";
}

TEST_P(Counting, CountsTenThousandFromTheGeneratorAndLosesNone) {
  ChapterUnderTest server(name(), {"--bytes", "64", "--rcvbuf", "max"});
  const Finished load =
      run_program("generator", {"--json", "--port", std::to_string(server.port()), "--bytes", "64",
                                "--count", "10000", "--rate", rate_it_can_hold(server)});
  ASSERT_TRUE(load.status && load.status->succeeded()) << load.errors;
  const json result = server.result();
  EXPECT_EQ(result.at("datagrams"), 10000);
  EXPECT_EQ(result.at("lost_by_sequence"), 0);
  EXPECT_EQ(result.at("duplicated"), 0);
}

TEST_P(Counting, CountsEmptyDatagramsAndGoesOn) {
  ChapterUnderTest server(name(), kSmallDatagrams);
  Sender sender(kLoopback, server.port());
  sender.send(kBytes);
  sender.send_empty();
  sender.send_empty();
  sender.send(kBytes);
  const json result = server.stop(sender);
  EXPECT_EQ(result.at("datagrams"), 4);
  EXPECT_EQ(result.at("empty"), 2);
}

// More of them than receives are in progress: not one receive may be lost on the way.
TEST_P(Counting, CountsTruncatedDatagramsAndGoesOn) {
  ChapterUnderTest server(name(), {"--bytes", "64", "--outstanding", "4"});
  Sender sender(kLoopback, server.port());
  sender.send(kBytes);
  for (int i = 0; i < 20; ++i)
    sender.send(kBytes + 1);
  sender.send(1500);
  sender.send(kBytes);
  const json result = server.stop(sender);
  EXPECT_EQ(result.at("datagrams"), 23);
  EXPECT_EQ(result.at("truncated"), 21);
}

TEST_P(Counting, NeedsNoMoreThanOneReceiveInProgress) {
  EXPECT_EQ(count_of(name(), 100, {"--outstanding", "1"}).at("datagrams"), 100);
}

TEST_P(Counting, TakesOneResultAtATimeWhenTold) {
  EXPECT_EQ(count_of(name(), 100, {"--max-batch", "1"}).at("datagrams"), 100);
}

TEST_P(Counting, ServesAnIPv6Address) {
  const SOCKET probe = socket(AF_INET6, SOCK_DGRAM, IPPROTO_UDP);
  if (probe == INVALID_SOCKET) GTEST_SKIP() << "this machine has no IPv6";
  closesocket(probe);
  ChapterUnderTest server(name(), {"--bytes", "64", "--address", "::1"});
  Sender sender("::1", server.port());
  send_many(sender, 10);
  EXPECT_EQ(server.stop(sender).at("datagrams"), 10);
}

INSTANTIATE_TEST_SUITE_P(All, Counting, ::testing::ValuesIn(kChapters), test_name);

class Threads : public EveryChapter {};

TEST_P(Threads, TheirCountsSumUpToTheWhole) {
  for (const char* threads : {"1", "2", "8"}) {
    const json result = count_of(name(), 100, {"--threads", threads});
    EXPECT_EQ(result.at("datagrams"), 100);
    const json& each = result.at("per_thread");
    EXPECT_EQ(each.size(), std::stoul(threads));
    std::uint64_t sum = 0;
    for (const json& thread : each)
      sum += thread.at("datagrams").get<std::uint64_t>();
    EXPECT_EQ(sum, 100U);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Threads, ::testing::ValuesIn(chapters_where(has_threads)), test_name);

class ManyReceives : public EveryChapter {};

TEST_P(ManyReceives, AHundredAndFiftyThousandInProgressAreAccepted) {
  EXPECT_EQ(count_of(name(), 100, {"--outstanding", "150000"}).at("datagrams"), 100);
}

INSTANTIATE_TEST_SUITE_P(All, ManyReceives, ::testing::ValuesIn(chapters_where(needs_rio)),
                         test_name);

}  // namespace
}  // namespace workshop::test
