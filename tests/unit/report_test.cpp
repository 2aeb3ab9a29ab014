#include "report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "test_run.hpp"

namespace harness {
namespace {

using nlohmann::json;

Result busy_result() {
  Result result;
  result.chapter = "00-test";
  result.reason = StopReason::stop_datagram;
  result.total = {.datagrams = 1'000'000, .bytes = 64'000'000, .empty = 2, .truncated = 3};
  result.threads = {result.total};
  result.sequences.lost = 1234;
  result.sequences.duplicated = 5;
  result.batches.add(ULONG{4});
  result.milliseconds = 500;
  result.used.user_ns = 100'000'000;
  result.used.kernel_ns = 300'000'000;
  result.used.kernel_entries = 250'000;
  result.used.kernel_entries_as_windows = 2'000'000;
  return result;
}

bool has_bad_number(const std::string& text) {
  return text.find("nan") != std::string::npos || text.find("inf ") != std::string::npos ||
         text.find("-1") != std::string::npos;
}

TEST(Report, TellsPeopleTheFiguresInOneLine) {
  const std::string text = result_text(busy_result());
  const std::string line = text.substr(0, text.find('\n'));
  for (const char* words : {"00-test: 1,000,000 datagrams", "500.0 ms", "2,000,000/s", "lost 1,234",
                            "duplicated 5", "empty 2", "truncated 3", "100 ns user + 300 ns kernel",
                            "0.250 (as on Windows 2.000)", "ended by: stop datagram"}) {
    EXPECT_NE(line.find(words), std::string::npos) << words << " in: " << line;
  }
}

TEST(Report, TellsProgramsTheSameFigures) {
  const json result = json::parse(result_json(busy_result()));
  EXPECT_EQ(result.at("event"), "result");
  EXPECT_EQ(result.at("datagrams"), 1'000'000);
  EXPECT_EQ(result.at("counted"), 999'995);
  EXPECT_EQ(result.at("lost_by_sequence"), 1234);
  EXPECT_EQ(result.at("rate_per_s"), 2e6);
  EXPECT_EQ(result.at("cpu_user_ns_per_datagram"), 100.0);
  EXPECT_EQ(result.at("kernel_entries_per_datagram"), 0.25);
  EXPECT_EQ(result.at("batch").at("mean"), 4.0);
  EXPECT_EQ(result.at("batch").at("histogram_log2"), json::parse("[0, 0, 1]"));
  EXPECT_EQ(result.at("stop_reason"), "stop datagram");
  EXPECT_TRUE(result.at("socket_buffer_drops").is_null());
}

TEST(Report, OfNothingHasNoFigureThatIsNoNumber) {
  Result empty;
  empty.chapter = "00-test";
  empty.reason = StopReason::time;
  const json result = json::parse(result_json(empty));
  EXPECT_TRUE(result.at("rate_per_s").is_null());
  EXPECT_TRUE(result.at("cpu_user_ns_per_datagram").is_null());
  EXPECT_TRUE(result.at("batch").at("mean").is_null());
  EXPECT_FALSE(has_bad_number(result_text(empty))) << result_text(empty);
}

TEST(Report, SaysThatLossIsUnknownInsteadOfNone) {
  Result result = busy_result();
  result.sequences.lost.reset();
  EXPECT_NE(result_text(result).find("lost: unknown"), std::string::npos);
  EXPECT_TRUE(json::parse(result_json(result)).at("lost_by_sequence").is_null());
}

TEST(Report, SuggestsTheSizeThatTheOtherSideSeemsToSend) {
  Result result = busy_result();
  result.options.datagram_bytes = 1024;
  result.odd_stop_bytes = 512;
  EXPECT_NE(result_text(result).find("ended by a datagram of 512 bytes; this server counts "
                                     "datagrams of 1024 bytes (--bytes 512?)"),
            std::string::npos)
      << result_text(result);
}

TEST(Report, AnnouncesThePortInOneLine) {
  const std::string line = ready_json(kTestChapter, 4711);
  const json ready = json::parse(line);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(ready.at("event"), "ready");
  EXPECT_EQ(ready.at("chapter"), "00-test");
  EXPECT_EQ(ready.at("port"), 4711);
  EXPECT_NE(ready.at("system"), "");
}

TEST(Report, OpensWithALegend) {
  const std::string text = legend_text(kTestChapter, test_options(1024));
  EXPECT_NE(text.find("00-test on "), std::string::npos);
  EXPECT_NE(text.find("1,024-byte datagrams"), std::string::npos);
}

}  // namespace
}  // namespace harness
