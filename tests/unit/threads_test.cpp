#include "harness/threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>
#include <stdexcept>

#include "test_run.hpp"

namespace harness {
namespace {

class ThreadsTest : public ::testing::Test {
 protected:
  static Options three_threads() {
    Options options = test_options();
    options.threads = 3;
    return options;
  }

  harness::Run run_{three_threads(), kTestChapter};
  std::counting_semaphore<> packets_{0};
};

TEST_F(ThreadsTest, AllStartAndEachIsToldToStopOnce) {
  std::atomic<unsigned> started = 0;
  int told = 0;
  run_threads(
      run_,
      [&](unsigned) {
        if (++started == 3) run_.stop(StopReason::interrupt);
        packets_.acquire();
      },
      [&] {
        ++told;
        packets_.release();
      });
  EXPECT_EQ(started, 3U);
  EXPECT_EQ(told, 3);
}

TEST_F(ThreadsTest, HaveNumbersOfTheirOwnForTheirCounters) {
  run_threads(
      run_,
      [&](unsigned thread) {
        run_.counter(thread).count(64);
        if (run_.datagrams() == 3) run_.stop(StopReason::interrupt);
        packets_.acquire();
      },
      [&] { packets_.release(); });
  for (unsigned thread = 0; thread < 3; ++thread) {
    EXPECT_EQ(run_.counter(thread).figures().datagrams, 1U);
  }
}

TEST_F(ThreadsTest, HandTheirFailureOnAndEndTheRun) {
  const auto work = [&](unsigned thread) {
    if (thread == 1) throw std::runtime_error("out of luck");
    packets_.acquire();
  };
  EXPECT_THROW(run_threads(run_, work, [&] { packets_.release(); }), std::runtime_error);
  EXPECT_EQ(run_.reason(), StopReason::error);
}

}  // namespace
}  // namespace harness
