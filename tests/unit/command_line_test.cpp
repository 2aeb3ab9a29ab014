#include "harness/command_line.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace harness {
namespace {

std::variant<Options, CommandLineEnd> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "00-test");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data(), "00-test",
                            kRegisteredIo);
}

Options options_of(std::vector<const char*> arguments) {
  return std::get<Options>(parse(std::move(arguments)));
}

struct BadValueCase {
  const char* option;
  const char* value;
};

TEST(CommandLine, WithoutOptionsGivesTheDefaults) {
  const Options options = options_of({});
  EXPECT_EQ(options.port, 5000);
  EXPECT_EQ(options.address, "127.0.0.1");
  EXPECT_EQ(options.datagram_bytes, 1024U);
  EXPECT_EQ(options.outstanding, 5000U);
  EXPECT_EQ(options.max_batch, 1000U);
  EXPECT_FALSE(options.receive_buffer_bytes.has_value());
  EXPECT_FALSE(options.idle.has_value());
}

TEST(CommandLine, ReadsEveryOption) {
  const Options options = options_of(
      {"--port",      "7",         "--address",     "::1",         "--bytes",   "9",
       "--work",      "100000000", "--outstanding", "150000",      "--threads", "64",
       "--max-batch", "65536",     "--spin",        "5",           "--pin",     "1",
       "--rcvbuf",    "max",       "--large-pages", "--numa-node", "0",         "--for",
       "1.5",         "--idle",    "0.2",           "--rio",       "system",    "--kernel-entries",
       "actual",      "--json"});
  EXPECT_EQ(options.port, 7);
  EXPECT_EQ(options.address, "::1");
  EXPECT_EQ(options.outstanding, 150'000U);
  EXPECT_EQ(options.receive_buffer_bytes, std::numeric_limits<int>::max());
  EXPECT_EQ(options.pin, 1U);
  EXPECT_EQ(options.run_for->count(), 1500);
  EXPECT_EQ(options.idle->count(), 200);
  EXPECT_TRUE(options.large_pages);
  EXPECT_TRUE(options.json);
}

TEST(CommandLine, LetsTheSystemChooseThePort) {
  EXPECT_EQ(options_of({"--port", "auto"}).port, 0);
}

TEST(CommandLine, NeverEndsForIdlenessWhenToldZero) {
  EXPECT_FALSE(options_of({"--idle", "0"}).idle.has_value());
}

TEST(CommandLine, RefusesBadValuesByNameWithExitCodeTwo) {
  for (const auto& [option, value] : {
           BadValueCase{"--port", "0"},
           {"--port", "65536"},
           {"--port", "4294967296"},
           {"--port", "-1"},
           {"--port", "abc"},
           {"--port", "80x"},
           {"--port", ""},
           {"--bytes", "8"},
           {"--bytes", "65508"},
           {"--work", "-1"},
           {"--work", "100000001"},
           {"--outstanding", "0"},
           {"--outstanding", "1000001"},
           {"--outstanding", "1e3"},
           {"--threads", "0"},
           {"--threads", "65"},
           {"--max-batch", "0"},
           {"--max-batch", "65537"},
           {"--spin", "100000001"},
           {"--pin", "64"},
           {"--rcvbuf", "0"},
           {"--rcvbuf", "most"},
           {"--numa-node", "x"},
           {"--for", "0"},
           {"--for", "1e18"},
           {"--for", "nan"},
           {"--idle", "-0.5"},
           {"--address", "nowhere"},
           {"--address", "192.0.2.1"},
           {"--rio", "emulated"},
           {"--kernel-entries", "all"},
       }) {
    const auto parsed = parse({option, value});
    const auto* const end = std::get_if<CommandLineEnd>(&parsed);
    ASSERT_NE(end, nullptr) << option << ' ' << value;
    EXPECT_EQ(end->exit_code, 2);
    EXPECT_NE(end->text.find(value), std::string::npos) << end->text;
    EXPECT_NE(end->text.find(option), std::string::npos) << end->text;
    EXPECT_NE(end->text.find("--help"), std::string::npos) << end->text;
  }
}

TEST(CommandLine, RefusesWhatItDoesNotKnow) {
  for (const char* word : {"--prot", "extra"}) {
    const auto parsed = parse({word});
    ASSERT_TRUE(std::holds_alternative<CommandLineEnd>(parsed)) << word;
    EXPECT_EQ(std::get<CommandLineEnd>(parsed).exit_code, 2);
    EXPECT_NE(std::get<CommandLineEnd>(parsed).text.find(word), std::string::npos);
  }
}

TEST(CommandLine, ExplainsItselfWithExitCodeZero) {
  const auto end = std::get<CommandLineEnd>(parse({"--help"}));
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_NE(end.text.find("--outstanding"), std::string::npos);
}

}  // namespace
}  // namespace harness
