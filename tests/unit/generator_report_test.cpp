#include "generator/report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace generator {
namespace {

using nlohmann::json;

Options asked() {
  Options options;
  options.destinations.resize(1);
  options.destinations.front().Ipv4.sin_family = AF_INET;
  options.count = 1000;
  options.rate_per_s = 5000;
  return options;
}

Outcome achieved() {
  Outcome outcome;
  outcome.sent.datagrams = 1000;
  outcome.sent.last_s = 0.5;
  outcome.sent.looks = 4;
  outcome.stops.sent = 2;
  return outcome;
}

TEST(GeneratorReport, TellsWhatWasAchievedBesideWhatWasAsked) {
  const json sent = json::parse(outcome_json(asked(), achieved()));
  EXPECT_EQ(sent.at("event"), "sent");
  EXPECT_EQ(sent.at("sent"), 1000);
  EXPECT_EQ(sent.at("bytes"), 1'024'000);
  EXPECT_EQ(sent.at("rate_per_s"), 2000.0);
  EXPECT_EQ(sent.at("asked_rate"), 5000);
  EXPECT_EQ(sent.at("refused"), "none");
}

TEST(GeneratorReport, HasNoRateForNothing) {
  EXPECT_TRUE(json::parse(outcome_json(asked(), Outcome{})).at("rate_per_s").is_null());
  EXPECT_EQ(outcome_text(asked(), Outcome{}).find("nan"), std::string::npos);
}

TEST(GeneratorReport, SaysThatNobodyListenedWhenEveryLookFoundARefusal) {
  Outcome outcome = achieved();
  outcome.sent.refusals = 4;
  EXPECT_TRUE(outcome.nobody_listened());
  EXPECT_EQ(json::parse(outcome_json(asked(), outcome)).at("refused"), "all");
}

TEST(GeneratorReport, DoesNotSaySoWhenTheServerWasThereForAPart) {
  Outcome outcome = achieved();
  outcome.sent.refusals = 3;
  EXPECT_FALSE(outcome.nobody_listened());
  EXPECT_EQ(json::parse(outcome_json(asked(), outcome)).at("refused"), "some");
}

TEST(GeneratorReport, AsksTheStopDatagramsWhereRioDoesNotTell) {
  Outcome outcome = achieved();
  outcome.sent.mode = SendMode::rio;
  outcome.stops.found_nobody = true;
  EXPECT_TRUE(outcome.nobody_listened());
}

}  // namespace
}  // namespace generator
