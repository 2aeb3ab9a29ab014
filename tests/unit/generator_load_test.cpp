// Real datagrams over loopback, few enough to fit into a socket's receive buffer.

#include "generator/load.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <numeric>
#include <set>

#include "generator/stops.hpp"
#include "harness/server_socket.hpp"
#include "harness/stop_mark.hpp"
#include "harness/system.hpp"

namespace generator {
namespace {

class Receiver {
 public:
  Receiver() : socket_(harness::open_server_socket(any_port(), 0)) {}

  [[nodiscard]] SOCKADDR_INET address() const {
    SOCKADDR_INET address{};
    int bytes = sizeof address;
    EXPECT_EQ(getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&address), &bytes), 0);
    return address;
  }

  // Waits for one; the test's own time limit ends a wait in vain.
  [[nodiscard]] std::string receive() {
    std::array<char, 2048> bytes{};
    const int count = recv(socket_.get(), bytes.data(), static_cast<int>(bytes.size()), 0);
    return count < 0 ? "error" : std::string(bytes.data(), static_cast<std::size_t>(count));
  }

 private:
  static harness::Options any_port() {
    harness::Options options;
    options.port = 0;
    return options;
  }

  harness::UniqueSocket socket_;
};

std::uint64_t number_in(const std::string& datagram) {
  std::uint64_t number = 0;
  std::memcpy(&number, datagram.data() + 4, sizeof number);
  return number;
}

Options fifty_to(const Receiver& receiver) {
  Options options;
  options.destinations = {receiver.address()};
  options.datagram_bytes = 64;
  options.count = 50;
  return options;
}

Options to_nobody() {
  const Receiver gone;
  return fifty_to(gone);
}

Sent send(const Options& options) {
  const std::atomic<bool> interrupted{false};
  return send_load(options, interrupted);
}

TEST(Load, ArrivesCompleteAndInOrder) {
  for (const SendMode mode : {SendMode::plain, SendMode::segmented}) {
    Receiver receiver;
    Options options = fifty_to(receiver);
    options.mode = mode;
    EXPECT_EQ(send(options).datagrams, 50U);
    for (std::uint64_t number = 0; number < 50; ++number) {
      const std::string datagram = receiver.receive();
      EXPECT_EQ(datagram.size(), 64U);
      EXPECT_EQ(number_in(datagram), number);
    }
  }
}

TEST(Load, IsSharedByThreadsWithStreamsOfTheirOwn) {
  Receiver receiver;
  Options options = fifty_to(receiver);
  options.threads = 3;
  EXPECT_EQ(send(options).datagrams, 50U);
  std::set<std::string> headers;
  for (int datagram = 0; datagram < 50; ++datagram) {
    headers.insert(receiver.receive().substr(0, 12));
  }
  EXPECT_EQ(headers.size(), 50U);
}

TEST(Load, OfSeveralGeneratorsIsToldApartByItsFirstStream) {
  Receiver receiver;
  Options options = fifty_to(receiver);
  options.count = 1;
  options.first_stream = 0x01020304;
  EXPECT_EQ(send(options).datagrams, 1U);
  EXPECT_EQ(receiver.receive().substr(0, 4), "\x04\x03\x02\x01");
}

TEST(Load, TakesDestinationsInTurn) {
  Receiver first;
  Receiver second;
  Options options = fifty_to(first);
  options.destinations.push_back(second.address());
  options.rate_per_s = 10'000;
  options.count = 10;
  options.segment_count = 1;
  EXPECT_EQ(send(options).datagrams, 10U);
  for (std::uint64_t number = 0; number < 5; ++number) {
    EXPECT_EQ(number_in(first.receive()), number);
    EXPECT_EQ(number_in(second.receive()), number);
  }
}

TEST(Load, ThatNobodyReceivesIsRefused) {
  EXPECT_TRUE(send(to_nobody()).everything_was_refused());
}

TEST(Load, EndsWhenInterrupted) {
  Receiver receiver;
  Options options = fifty_to(receiver);
  options.rate_per_s = 1;
  const std::atomic<bool> interrupted{true};
  EXPECT_EQ(send_load(options, interrupted).datagrams, 0U);
}

TEST(Load, EndsWithTheStopMark) {
  Receiver receiver;
  Options options = fifty_to(receiver);
  options.stops = 2;
  EXPECT_EQ(send_stops(options).sent, 2U);
  EXPECT_EQ(receiver.receive(), harness::kStopMark);
  EXPECT_EQ(receiver.receive(), harness::kStopMark);
}

TEST(Load, NeedsNoMoreStopsOnceTheServerIsGone) {
  EXPECT_LE(send_stops(to_nobody()).sent, 2U);
}

TEST(Load, FindsNobodyAtTheFirstStopWhenTheServerWasNeverThere) {
  if (harness::system_name().starts_with("Wine")) {
    GTEST_SKIP() << "Wine forgets a refusal unless the next call is a send";
  }
  EXPECT_TRUE(send_stops(to_nobody()).found_nobody);
}

TEST(Load, IsDividedWithoutARemainder) {
  for (const std::uint64_t total : {1U, 10U, 64U, 1000U}) {
    std::uint64_t sum = 0;
    for (unsigned one = 0; one < 7; ++one) {
      sum += share_of(total, one, 7);
    }
    EXPECT_EQ(sum, total);
  }
}

}  // namespace
}  // namespace generator
