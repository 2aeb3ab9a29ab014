#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <initializer_list>

#include "harness/sequence_totals.hpp"
#include "harness/sequence_tracker.hpp"

namespace harness {
namespace {

class Sequence : public ::testing::Test {
 protected:
  SequenceTotals total_of(std::initializer_list<const SequenceTracker*> trackers) {
    return total(std::span(trackers.begin(), trackers.size()));
  }

  SequenceBudget budget_;
  SequenceTracker tracker_{budget_};
};

TEST_F(Sequence, WithoutDatagramsSaysNothingAboutLoss) {
  EXPECT_FALSE(total_of({&tracker_}).lost.has_value());
}

TEST_F(Sequence, IsCompleteWhenEveryNumberCame) {
  for (std::uint64_t number = 0; number < 200'000; ++number) {
    tracker_.mark(7, number);
  }
  const SequenceTotals totals = total_of({&tracker_});
  EXPECT_EQ(totals.unique, 200'000U);
  EXPECT_EQ(totals.duplicated, 0U);
  EXPECT_EQ(totals.lost, 0U);
}

TEST_F(Sequence, ShowsGapsAsLost) {
  for (const std::uint64_t number : {0U, 1U, 5U, 9U}) {
    tracker_.mark(0, number);
  }
  EXPECT_EQ(total_of({&tracker_}).lost, 6U);
}

TEST_F(Sequence, DoesNotMindTheOrder) {
  for (const std::uint64_t number : {3U, 0U, 2U, 1U}) {
    tracker_.mark(0, number);
  }
  EXPECT_EQ(total_of({&tracker_}).lost, 0U);
}

TEST_F(Sequence, ShowsRepeatedNumbersApart) {
  for (const std::uint64_t number : {0U, 1U, 1U, 1U, 2U}) {
    tracker_.mark(0, number);
  }
  const SequenceTotals totals = total_of({&tracker_});
  EXPECT_EQ(totals.unique, 3U);
  EXPECT_EQ(totals.duplicated, 2U);
  EXPECT_EQ(totals.lost, 0U);
}

TEST_F(Sequence, CountsEachStreamByItself) {
  tracker_.mark(1, 0);
  tracker_.mark(2, 3);
  tracker_.mark(1, 1);
  const SequenceTotals totals = total_of({&tracker_});
  EXPECT_EQ(totals.streams, 2U);
  EXPECT_EQ(totals.lost, 3U);
}

TEST_F(Sequence, OfSeveralThreadsIsLaidOverEachOther) {
  SequenceTracker other(budget_);
  for (std::uint64_t number = 0; number < 1000; ++number) {
    (number % 3 == 0 ? tracker_ : other).mark(0, number);
  }
  other.mark(0, 0);  // the same datagram twice, on two threads
  const SequenceTotals totals = total_of({&tracker_, &other});
  EXPECT_EQ(totals.unique, 1000U);
  EXPECT_EQ(totals.duplicated, 1U);
  EXPECT_EQ(totals.lost, 0U);
}

TEST_F(Sequence, IsReadFromThePayloadAsLittleEndian) {
  std::array<char, 12> payload{2, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0};
  tracker_.mark(payload.data());
  ASSERT_EQ(tracker_.streams().size(), 1U);
  EXPECT_EQ(tracker_.streams().front().id, 2U);
  EXPECT_EQ(tracker_.streams().front().highest, 259U);
}

TEST_F(Sequence, DoesNotBelieveOneForgedNumber) {
  tracker_.mark(0, 0);
  tracker_.mark(0, SequenceTracker::kMaxNumber - 1);
  tracker_.mark(0, ~std::uint64_t{0});
  tracker_.mark(0, 1);
  const SequenceTotals totals = total_of({&tracker_});
  EXPECT_EQ(totals.lost, 0U);
  EXPECT_EQ(totals.unsequenced, 2U);
}

TEST_F(Sequence, BelievesALeapThatASecondNumberConfirms) {
  constexpr std::uint64_t kFar = SequenceTracker::kMaxJump * 3;
  tracker_.mark(0, 0);
  tracker_.mark(0, kFar);
  tracker_.mark(0, kFar + 1);
  const SequenceTotals totals = total_of({&tracker_});
  EXPECT_EQ(totals.unique, 3U);
  EXPECT_EQ(totals.unsequenced, 0U);
  EXPECT_EQ(totals.lost, kFar + 2 - 3);
}

TEST_F(Sequence, TakesNoMoreThanSixtyFourStreams) {
  for (std::uint32_t stream = 0; stream < 100; ++stream) {
    tracker_.mark(stream, 0);
  }
  const SequenceTotals totals = total_of({&tracker_});
  EXPECT_EQ(totals.streams, SequenceTracker::kMaxStreams);
  EXPECT_EQ(totals.unsequenced, 100 - SequenceTracker::kMaxStreams);
}

TEST_F(Sequence, SaysThatLossIsUnknownWhenThereIsNoRoomForAllNumbers) {
  SequenceBudget small(2);
  SequenceTracker tracker(small);
  for (std::uint64_t number = 0; number < 5; ++number) {
    tracker.mark(0, number * 65'536);
  }
  const SequenceTotals totals = total_of({&tracker});
  EXPECT_FALSE(totals.lost.has_value());
  EXPECT_EQ(totals.untracked, 3U);
  EXPECT_EQ(totals.unique, 2U);
}

TEST_F(Sequence, OfHostileNumbersStaysWithinItsBudget) {
  SequenceBudget small(8);
  SequenceTracker tracker(small);
  for (std::uint64_t round = 0; round < 10'000; ++round) {
    tracker.mark(static_cast<std::uint32_t>(round % 64), (round * 0x9E3779B97F4A7C15U) >> 32);
  }
  std::size_t chunks = 0;
  for (const SequenceStream& stream : tracker.streams()) {
    for (const auto& chunk : stream.chunks) {
      chunks += chunk ? 1U : 0U;
    }
  }
  EXPECT_LE(chunks, 8U);
}

}  // namespace
}  // namespace harness
