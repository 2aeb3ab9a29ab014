// Every way for a run to end: exit code 0, the reason named, what was counted still reported.

#include <atomic>
#include <thread>

#include "chapter_test.hpp"

namespace workshop::test {
namespace {

using nlohmann::json;

class Ending : public EveryChapter {};

/// Sends as fast as it can until its end.
class Flood {
 public:
  explicit Flood(std::uint16_t port)
      : sender_(kLoopback, port), thread_([this](std::stop_token stop) { run(stop); }) {}

  void wait_for_first(int count) {
    for (int sent = sent_; sent < count; sent = sent_)
      sent_.wait(sent);
  }

 private:
  void run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      sender_.send(kBytes);
      ++sent_;
      sent_.notify_all();
    }
  }

  Sender sender_;
  std::atomic<int> sent_ = 0;
  std::jthread thread_;
};

TEST_P(Ending, EndsOnAStopDatagram) {
  ChapterUnderTest server(name());
  Sender sender(kLoopback, server.port());
  EXPECT_EQ(server.stop(sender).at("stop_reason"), "stop datagram");
}

TEST_P(Ending, EndsOnCtrlCWhileItWaits) {
  ChapterUnderTest server(name());
  server.process().interrupt();
  EXPECT_EQ(server.result().at("stop_reason"), "interrupt");
}

TEST_P(Ending, EndsOnCtrlCUnderLoad) {
  ChapterUnderTest server(name(), kSmallDatagrams);
  Flood flood(server.port());
  flood.wait_for_first(2000);
  server.process().interrupt();
  const json result = server.result();
  EXPECT_EQ(result.at("stop_reason"), "interrupt");
  EXPECT_GT(result.at("datagrams"), 0);
}

TEST_P(Ending, EndsWhenIdleForLongEnough) {
  ChapterUnderTest server(name(), {"--bytes", "64", "--idle", "0.2"});
  Sender sender(kLoopback, server.port());
  for (int i = 0; i < 3; ++i)
    sender.send(kBytes);
  const json result = server.result();
  EXPECT_EQ(result.at("stop_reason"), "idle");
  EXPECT_EQ(result.at("datagrams"), 3);
}

TEST_P(Ending, EndsWhenItsTimeIsOver) {
  ChapterUnderTest server(name(), {"--for", "0.2"});
  EXPECT_EQ(server.result().at("stop_reason"), "time");
}

TEST_P(Ending, EndsWhenItsTimeIsOverUnderLoad) {
  ChapterUnderTest server(name(), {"--bytes", "64", "--for", "0.3"});
  Flood flood(server.port());
  EXPECT_EQ(server.result().at("stop_reason"), "time");
}

INSTANTIATE_TEST_SUITE_P(All, Ending, ::testing::ValuesIn(kChapters), test_name);

}  // namespace
}  // namespace workshop::test
