// A run's end, whatever the reason, reaches a server that sleeps in a blocking call.

#include "harness/run.hpp"

#include <gtest/gtest.h>

#include <array>

#include "test_run.hpp"

namespace harness {
namespace {

using std::chrono::milliseconds;

// Chapter 01 in a few lines.
void serve_blocking(Run& run, const UniqueSocket& socket) {
  std::array<char, 64> payload{};
  while (run.running()) {
    const int bytes = recv(socket.get(), payload.data(), static_cast<int>(payload.size()), 0);
    const DWORD status = bytes < 0 ? static_cast<DWORD>(WSAGetLastError()) : 0;
    run.counter().count(payload.data(), bytes < 0 ? 0 : static_cast<DWORD>(bytes), status);
  }
}

void serve_to_the_end(Run& run, const UniqueSocket& socket) {
  run.ready(socket.get());
  serve_blocking(run, socket);
  run.serve_returned();
}

void send_to(const UniqueSocket& server, const std::string& payload) {
  SOCKADDR_INET address{};
  int bytes = sizeof address;
  ASSERT_EQ(getsockname(server.get(), reinterpret_cast<sockaddr*>(&address), &bytes), 0);
  const UniqueSocket sender{socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP)};
  ASSERT_EQ(sendto(sender.get(), payload.data(), static_cast<int>(payload.size()), 0,
                   reinterpret_cast<const sockaddr*>(&address), address_bytes(address)),
            static_cast<int>(payload.size()));
}

TEST(Run, StartsRunning) {
  harness::Run run(test_options(), kTestChapter);
  EXPECT_TRUE(run.running());
  EXPECT_EQ(run.reason(), StopReason::none);
  EXPECT_EQ(WaitForSingleObject(run.stop_event(), 0), DWORD{WAIT_TIMEOUT});
}

TEST(Run, KeepsTheFirstReasonToStop) {
  harness::Run run(test_options(), kTestChapter);
  run.stop(StopReason::interrupt);
  run.stop(StopReason::time);
  EXPECT_FALSE(run.running());
  EXPECT_EQ(run.reason(), StopReason::interrupt);
  EXPECT_EQ(WaitForSingleObject(run.stop_event(), 0), DWORD{WAIT_OBJECT_0});
}

TEST(Run, EndsWhenItsTimeIsOver) {
  Options options = test_options();
  options.run_for = milliseconds(20);
  harness::Run run(options, kTestChapter);
  const UniqueSocket socket = open_server_socket(options, 0);
  serve_to_the_end(run, socket);
  EXPECT_EQ(run.reason(), StopReason::time);
}

TEST(Run, EndsWhenNothingMoreComes) {
  Options options = test_options();
  options.idle = milliseconds(20);
  harness::Run run(options, kTestChapter);
  const UniqueSocket socket = open_server_socket(options, 0);
  send_to(socket, datagram(64, 0));
  serve_to_the_end(run, socket);
  EXPECT_EQ(run.reason(), StopReason::idle);
  EXPECT_EQ(run.datagrams(), 1U);
}

TEST(Run, DoesNotCountTheDatagramThatWokeTheServer) {
  harness::Run run(test_options(), kTestChapter);
  const UniqueSocket socket = open_server_socket(run.options(), 0);
  run.ready(socket.get());
  run.stop(StopReason::interrupt);
  serve_blocking(run, socket);
  run.serve_returned();
  EXPECT_EQ(run.datagrams(), 0U);
  EXPECT_EQ(run.result().odd_stop_bytes, 0U);
}

TEST(Run, WakesAServerThatListensOnEveryAddress) {
  Options options = test_options();
  options.address = "0.0.0.0";
  options.run_for = milliseconds(20);
  harness::Run run(options, kTestChapter);
  const UniqueSocket socket = open_server_socket(options, 0);
  serve_to_the_end(run, socket);
  EXPECT_EQ(run.reason(), StopReason::time);
}

TEST(Run, EndsAtAStopDatagramBeforeItsTime) {
  Options options = test_options();
  options.run_for = milliseconds(60'000);
  harness::Run run(options, kTestChapter);
  const UniqueSocket socket = open_server_socket(options, 0);
  send_to(socket, datagram(64, 0));
  send_to(socket, "RIO-STOP");
  serve_to_the_end(run, socket);
  EXPECT_EQ(run.reason(), StopReason::stop_datagram);
  EXPECT_EQ(run.datagrams(), 1U);
}

TEST(Run, LetsTheWorkBeChangedWhileItRuns) {
  harness::Run run(test_options(), kTestChapter);
  run.set_work_iterations(1000);
  EXPECT_EQ(run.work_iterations(), 1000U);
}

}  // namespace
}  // namespace harness
