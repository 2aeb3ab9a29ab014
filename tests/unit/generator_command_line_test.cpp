#include "generator/command_line.hpp"

#include <gtest/gtest.h>

#include "harness/server_socket.hpp"

namespace generator {
namespace {

std::variant<Options, harness::CommandLineEnd> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "generator");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

Options options_of(std::vector<const char*> arguments) {
  return std::get<Options>(parse(std::move(arguments)));
}

struct BadValueCase {
  const char* option;
  const char* value;
};

TEST(GeneratorCommandLine, WithoutOptionsSendsToTheChaptersPort) {
  const Options options = options_of({});
  ASSERT_EQ(options.destinations.size(), 1U);
  EXPECT_EQ(harness::address_text(options.destinations.front()), "127.0.0.1:5000");
  EXPECT_TRUE(options.count.has_value());
  EXPECT_FALSE(options.rate_per_s.has_value());
  EXPECT_EQ(options.stops, 5U);
}

TEST(GeneratorCommandLine, TakesSeveralDestinations) {
  const Options options = options_of(
      {"--to", "127.0.0.1:1", "--to", "[::1]:2", "--to", "::1:3", "--to", "localhost:4"});
  std::vector<std::string> destinations;
  for (const SOCKADDR_INET& destination : options.destinations) {
    destinations.push_back(harness::address_text(destination));
  }
  EXPECT_EQ(destinations,
            (std::vector<std::string>{"127.0.0.1:1", "[::1]:2", "[::1]:3", "127.0.0.1:4"}));
}

TEST(GeneratorCommandLine, SendsForATimeInsteadOfACount) {
  const Options options = options_of({"--for", "0.5", "--rate", "max"});
  EXPECT_EQ(options.send_for->count(), 500);
  EXPECT_FALSE(options.count.has_value());
}

TEST(GeneratorCommandLine, RefusesBadValuesByNameWithExitCodeTwo) {
  for (const auto& [option, value] : {
           BadValueCase{"--rate", "0"},
           {"--rate", "1e18"},
           {"--rate", "-5"},
           {"--rate", "100000001"},
           {"--count", "0"},
           {"--count", "10000000001"},
           {"--for", "nan"},
           {"--bytes", "8"},
           {"--bytes", "65508"},
           {"--burst", "0"},
           {"--threads", "0"},
           {"--threads", "100000"},
           {"--segment-count", "65"},
           {"--stop", "1001"},
           {"--seed", "4294967296"},
           {"--stream", "4000000001"},
           {"--send", "fast"},
           {"--port", "65536"},
           {"--port", ""},
           {"--to", "nowhere"},
           {"--to", "nowhere:80"},
           {"--to", "127.0.0.1:80x"},
       }) {
    const auto parsed = parse({option, value});
    const auto* const end = std::get_if<harness::CommandLineEnd>(&parsed);
    ASSERT_NE(end, nullptr) << option << ' ' << value;
    EXPECT_EQ(end->exit_code, 2);
    EXPECT_NE(end->text.find(option), std::string::npos) << end->text;
  }
}

TEST(GeneratorCommandLine, RefusesACountAndATimeTogether) {
  EXPECT_TRUE(
      std::holds_alternative<harness::CommandLineEnd>(parse({"--count", "5", "--for", "1"})));
}

TEST(GeneratorCommandLine, PutsNoMoreIntoAGroupThanOneCallCarries) {
  EXPECT_EQ(group_size(options_of({})), 32U);
  EXPECT_EQ(group_size(options_of({"--segment-count", "64"})), 62U);
  EXPECT_EQ(group_size(options_of({"--bytes", "65507"})), 1U);
  EXPECT_EQ(group_size(options_of({"--bytes", "9", "--segment-count", "64"})), 64U);
}

}  // namespace
}  // namespace generator
