#include <gtest/gtest.h>

#include "harness/stop_mark.hpp"
#include "test_run.hpp"

namespace harness {
namespace {

class CounterTest : public ::testing::Test {
 protected:
  bool count(const std::string& payload, DWORD status = 0) {
    return counter().count(payload.data(), static_cast<DWORD>(payload.size()), status);
  }
  Counter& counter() { return run_.counter(); }
  CounterFigures figures() { return counter().figures(); }

  harness::Run run_{test_options(), kTestChapter};
};

TEST_F(CounterTest, CountsDatagramsOfTheAgreedSize) {
  EXPECT_TRUE(count(datagram(64, 0)));
  EXPECT_TRUE(count(datagram(64, 1)));
  EXPECT_EQ(figures().datagrams, 2U);
  EXPECT_EQ(figures().bytes, 128U);
  EXPECT_EQ(run_.result().sequences.lost, 0U);
}

TEST_F(CounterTest, CountsAnEmptyDatagramAndShowsItApart) {
  EXPECT_TRUE(count(""));
  EXPECT_EQ(figures().datagrams, 1U);
  EXPECT_EQ(figures().empty, 1U);
  EXPECT_TRUE(run_.running());
}

TEST_F(CounterTest, CountsATruncatedDatagramUnderEitherErrorNumber) {
  EXPECT_TRUE(count(datagram(64, 0), WSAEMSGSIZE));
  EXPECT_TRUE(count(datagram(64, 1), ERROR_MORE_DATA));
  EXPECT_EQ(figures().datagrams, 2U);
  EXPECT_EQ(figures().truncated, 2U);
  EXPECT_EQ(run_.result().sequences.unique, 2U);
}

TEST_F(CounterTest, TakesTheBufferAsFullWhenATruncationHasNoLength) {
  const std::string payload = datagram(64, 0);
  EXPECT_TRUE(counter().count(payload.data(), 0, WSAEMSGSIZE));
  EXPECT_EQ(figures().bytes, 64U);
  EXPECT_EQ(figures().empty, 0U);
}

TEST_F(CounterTest, CountsAFailedReceiveAsNoDatagram) {
  EXPECT_TRUE(count(datagram(64, 0), WSAECONNRESET));
  EXPECT_TRUE(count("", ERROR_OPERATION_ABORTED));
  EXPECT_EQ(figures().datagrams, 0U);
  EXPECT_EQ(figures().failed, 2U);
}

TEST_F(CounterTest, EndsTheRunAtTheStopMark) {
  EXPECT_TRUE(count(datagram(64, 0)));
  EXPECT_FALSE(count(std::string(kStopMark)));
  EXPECT_EQ(figures().datagrams, 1U);
  EXPECT_EQ(run_.reason(), StopReason::stop_datagram);
  EXPECT_EQ(run_.result().odd_stop_bytes, 0U);
}

TEST_F(CounterTest, EndsTheRunAtAnyShorterDatagramAndSaysHowLongItWas) {
  EXPECT_FALSE(count(std::string(63, 'x')));
  EXPECT_EQ(run_.result().odd_stop_bytes, 63U);
}

TEST_F(CounterTest, GoesOnCountingTheRestOfABatchAfterTheEnd) {
  EXPECT_FALSE(count(std::string(kStopMark)));
  EXPECT_FALSE(count(datagram(64, 0)));
  EXPECT_EQ(figures().datagrams, 1U);
}

TEST_F(CounterTest, CountsWithoutAPayloadAndThenKnowsNothingOfLoss) {
  EXPECT_TRUE(counter().count(64));
  EXPECT_FALSE(counter().count(8));
  EXPECT_EQ(figures().datagrams, 1U);
  EXPECT_FALSE(run_.result().sequences.lost.has_value());
}

TEST_F(CounterTest, HasBatchesOfOneUnlessToldOtherwise) {
  count(datagram(64, 0));
  count(datagram(64, 1));
  EXPECT_EQ(counter().batches().dequeues(), 2U);
  EXPECT_EQ(counter().batches().largest(), 1U);
}

TEST_F(CounterTest, HasTheBatchesThatWereDequeued) {
  counter().dequeued(2);
  count(datagram(64, 0));
  count(datagram(64, 1));
  counter().dequeued(0);
  EXPECT_EQ(counter().batches().dequeues(), 1U);
  EXPECT_DOUBLE_EQ(counter().batches().mean(), 2);
}

TEST_F(CounterTest, HasNoSequenceNumbersInDatagramsTooSmallForThem) {
  harness::Run run(test_options(9), kTestChapter);
  const std::string payload(9, '\xFF');
  EXPECT_TRUE(run.counter().count(payload.data(), 9));
  EXPECT_EQ(run.result().sequences.unsequenced, 1U);
}

TEST_F(CounterTest, OfAThreadThatDoesNotExistIsRefused) {
  EXPECT_THROW(static_cast<void>(run_.counter(1)), std::out_of_range);
}

}  // namespace
}  // namespace harness
