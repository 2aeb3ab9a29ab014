#include "generator/payload.hpp"

#include <gtest/gtest.h>

#include <string>

#include "harness/sequence_tracker.hpp"

namespace generator {
namespace {

std::string body(Payload& payload, std::uint32_t index) {
  constexpr std::size_t kHeader = harness::SequenceTracker::kHeaderBytes;
  return {payload.datagram(index) + kHeader, payload.datagram_bytes() - kHeader};
}

TEST(Payload, OfOneSeedIsAlwaysTheSame) {
  Payload one(256, 4, 0, 7);
  Payload other(256, 4, 9, 7);
  EXPECT_EQ(body(one, 0), body(other, 3));
}

TEST(Payload, OfAnotherSeedIsAnother) {
  Payload one(256, 1, 0, 7);
  Payload other(256, 1, 0, 8);
  EXPECT_NE(body(one, 0), body(other, 0));
}

TEST(Payload, OfSeedZeroIsNotAllZero) {
  Payload payload(256, 1, 0, 0);
  EXPECT_NE(body(payload, 0), std::string(244, '\0'));
}

TEST(Payload, CarriesTheNumbersThatATrackerReads) {
  Payload payload(64, 3, 5, 1);
  payload.number(100, 3);
  harness::SequenceBudget budget;
  harness::SequenceTracker tracker(budget);
  for (std::uint32_t index = 0; index < 3; ++index) {
    tracker.mark(payload.datagram(index));
  }
  ASSERT_EQ(tracker.streams().size(), 1U);
  EXPECT_EQ(tracker.streams().front().id, 5U);
  EXPECT_EQ(tracker.streams().front().highest, 102U);
}

TEST(Payload, TooSmallForNumbersStaysAsItIs) {
  Payload payload(9, 1, 5, 1);
  const std::string before(payload.datagram(0), 9);
  payload.number(100, 1);
  EXPECT_EQ(std::string(payload.datagram(0), 9), before);
}

}  // namespace
}  // namespace generator
