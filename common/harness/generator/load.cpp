#include "generator/load.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "generator/precise_sleep.hpp"
#include "generator/schedule.hpp"
#include "generator/sender.hpp"
#include "harness/activity_clock.hpp"
#include "harness/thread_pin.hpp"

namespace generator {
namespace {

// Sleep when there is more time than this, spin for the rest.
constexpr double kSpinSeconds = 100e-6;
// Often enough to hear of Ctrl-C.
constexpr double kLongestSleepSeconds = 0.05;
constexpr double kBetweenLooksSeconds = 0.1;
constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
// A system that takes nothing any more: give up instead of spinning for ever.
constexpr std::uint64_t kFailuresInTurn = 10'000;

double seconds_since(std::int64_t start) {
  return harness::milliseconds_of(harness::ticks_now() - start) / 1000;
}

struct Lane {
  std::unique_ptr<Sender> sender;
  std::uint64_t next_number = 0;
};

// One sending thread.
class Thread {
 public:
  Thread(const Options& options, unsigned number, const std::atomic<bool>& interrupted)
      : options_(options), number_(number), group_(group_size(options)), interrupted_(interrupted) {
    if (options.rate_per_s) {
      const double rate = static_cast<double>(*options.rate_per_s) / options.threads;
      const double interval_s = static_cast<double>(options.burst) / rate;
      schedule_ = Schedule(rate, options.burst, interval_s * number / options.threads);
    }
    count_ = options.count ? share_of(*options.count, number, options.threads) : kUnlimited;
    for (std::uint32_t index = 0; index < options.destinations.size(); ++index) {
      lanes_.push_back({make_sender(options.mode, stream(index)), 0});
    }
  }

  void run(std::int64_t start) {
    start_ = start;
    harness::pin_this_thread(options_.pin);
    sent_.first_s = sent_.last_s = seconds_since(start_);
    while (handed_over_ < count_ && !is_over()) {
      const std::uint64_t due = std::min(schedule_.due(now_s_), count_);
      if (due > handed_over_) {
        send_group(static_cast<std::uint32_t>(std::min<std::uint64_t>(due - handed_over_, group_)));
      } else {
        wait_until(schedule_.due_time_s(handed_over_));
      }
    }
    finish();
  }

  [[nodiscard]] const Sent& sent() const { return sent_; }

 private:
  [[nodiscard]] Stream stream(std::uint32_t destination) const {
    const auto destinations = static_cast<std::uint32_t>(options_.destinations.size());
    return {options_.destinations[destination], options_.datagram_bytes, group_,
            options_.first_stream + number_ * destinations + destination, options_.seed};
  }

  [[nodiscard]] bool is_over() {
    now_s_ = seconds_since(start_);
    sent_.behind_s += schedule_.forgive(now_s_, handed_over_);
    const bool time_is_over =
        options_.send_for && now_s_ >= std::chrono::duration<double>(*options_.send_for).count();
    // relaxed: only the flag itself matters
    return time_is_over || failed_in_turn_ > kFailuresInTurn ||
           interrupted_.load(std::memory_order_relaxed);
  }

  void send_group(std::uint32_t count) {
    Lane& lane = lanes_[next_lane_];
    next_lane_ = (next_lane_ + 1) % lanes_.size();
    const std::uint32_t taken = lane.sender->send(lane.next_number, count);
    // Numbers that failed are used up: the receiver shall miss them.
    lane.next_number += count;
    handed_over_ += count;
    sent_.datagrams += taken;
    sent_.failed += count - taken;
    failed_in_turn_ = taken == 0 ? failed_in_turn_ + 1 : 0;
    if (now_s_ - last_look_s_ > kBetweenLooksSeconds) look_for_refusals();
  }

  void look_for_refusals() {
    last_look_s_ = now_s_;
    for (Lane& lane : lanes_) {
      if (lane.next_number == 0) continue;
      ++sent_.looks;
      if (lane.sender->was_refused()) ++sent_.refusals;
    }
  }

  void wait_until(double due_s) {
    const double end =
        options_.send_for
            ? std::min(due_s, std::chrono::duration<double>(*options_.send_for).count())
            : due_s;
    const double left = end - now_s_;
    if (left > kSpinSeconds) {
      sleep_a_little_less_than(std::min(left, kLongestSleepSeconds));
    } else {
      YieldProcessor();
    }
  }

  void finish() {
    for (Lane& lane : lanes_) {
      const std::uint64_t failed = lane.sender->flush();
      sent_.datagrams -= failed;
      sent_.failed += failed;
    }
    sent_.last_s = seconds_since(start_);
    look_for_refusals();
    sent_.mode = lanes_.front().sender->mode();
  }

  const Options& options_;
  const unsigned number_;
  const std::uint32_t group_;
  const std::atomic<bool>& interrupted_;
  Schedule schedule_;
  std::uint64_t count_ = kUnlimited;
  std::int64_t start_ = 0;
  std::vector<Lane> lanes_;
  std::size_t next_lane_ = 0;
  std::uint64_t handed_over_ = 0;
  std::uint64_t failed_in_turn_ = 0;
  double now_s_ = 0;
  double last_look_s_ = 0;
  Sent sent_;
};

Sent sum(const std::vector<std::unique_ptr<Thread>>& threads) {
  Sent total = threads.front()->sent();
  for (std::size_t index = 1; index < threads.size(); ++index) {
    const Sent& one = threads[index]->sent();
    total.datagrams += one.datagrams;
    total.failed += one.failed;
    total.looks += one.looks;
    total.refusals += one.refusals;
    total.behind_s = std::max(total.behind_s, one.behind_s);
    total.first_s = std::min(total.first_s, one.first_s);
    total.last_s = std::max(total.last_s, one.last_s);
  }
  return total;
}

}  // namespace

std::uint64_t share_of(std::uint64_t total, unsigned one, unsigned all) {
  return total / all + (one < total % all ? 1 : 0);
}

Sent send_load(const Options& options, const std::atomic<bool>& interrupted) {
  // Everything is opened before the first datagram leaves, so that no thread has a head start.
  std::vector<std::unique_ptr<Thread>> threads;
  for (unsigned number = 0; number < options.threads; ++number) {
    threads.push_back(std::make_unique<Thread>(options, number, interrupted));
  }
  std::vector<std::exception_ptr> failures(options.threads);
  std::vector<std::thread> running;
  const std::int64_t start = harness::ticks_now();
  for (unsigned number = 0; number < options.threads; ++number) {
    running.emplace_back([&, number, start] {
      try {
        threads[number]->run(start);
      } catch (...) {
        failures[number] = std::current_exception();
      }
    });
  }
  for (std::thread& thread : running) {
    thread.join();
  }
  for (const auto& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  return sum(threads);
}

}  // namespace generator
