// Programs that strangers might have written, run end to end.

#include <gtest/gtest.h>

#include "program_under_test.hpp"
#include "workshop/programs.hpp"

using namespace programs;

namespace {

constexpr int kMessages = 20;

// Those that need RIO are only built where its declarations are.
#define NEED(name)                                                                      \
  if (!std::filesystem::exists(workshop::program_path(name))) {                         \
    GTEST_SKIP() << name << " needs RIO's declarations, which this system's SDK lacks"; \
  }

// Several clients at once, one after the other, each message of its own.
void echo_on_streams(const SOCKADDR_IN& server, int clients) {
  std::vector<Client> all;
  for (int i = 0; i < clients; ++i)
    all.emplace_back(SOCK_STREAM, server);
  for (int round = 0; round < kMessages; ++round) {
    for (int i = 0; i < clients; ++i) {
      const std::string text = "client " + std::to_string(i) + " says " + std::to_string(round);
      all[static_cast<std::size_t>(i)].send(text);
      EXPECT_EQ(all[static_cast<std::size_t>(i)].receive(text.size()), text);
    }
  }
  for (Client& client : all) {
    client.finish();
    EXPECT_EQ(client.receive(1), "");
  }
}

void count_datagrams(const std::string& name) {
  NEED(name);
  ServerProgram program(name);
  Client client(SOCK_DGRAM, program.address());
  for (int i = 0; i < 100; ++i)
    client.send("a datagram that counts");
  client.send("stop");
  EXPECT_EQ(program.last_line(), "received 100 errors 0");
}

void echo_datagrams(const std::string& name) {
  NEED(name);
  ServerProgram program(name, {std::to_string(3 * kMessages)});
  std::vector<Client> clients;
  for (int i = 0; i < 3; ++i)
    clients.emplace_back(SOCK_DGRAM, program.address());
  for (int round = 0; round < kMessages; ++round) {
    for (std::size_t i = 0; i < clients.size(); ++i) {
      const std::string text = std::to_string(i) + ':' + std::to_string(round);
      clients[i].send(text);
      EXPECT_EQ(clients[i].receive(text.size()), text);
    }
  }
  EXPECT_EQ(program.last_line(), "echoed " + std::to_string(3 * kMessages));
}

}  // namespace

TEST(Program, RioUdpEchoWithAHundredThousandReceivesAndOneLock) {
  echo_datagrams("rio_udp_echo");
}

TEST(Program, SeriesPollsACompletionQueueWithAHundredAndFiftyThousandReceives) {
  count_datagrams("series_rio_polled");
}

TEST(Program, SeriesWaitsForAnEvent) {
  count_datagrams("series_rio_event");
}

TEST(Program, SeriesServesOnePortWithEightThreads) {
  count_datagrams("series_rio_iocp_mt");
}

TEST(Program, RioTcpEchoPollsAcceptedSocketsOfAFlaggedListener) {
  NEED("rio_tcp_echo");
  ServerProgram program("rio_tcp_echo", {"4"});
  echo_on_streams(program.address(), 4);
  EXPECT_EQ(program.last_line(), "closed 4");
}

TEST(Program, IocpTcpEchoStopsByClosingTheListenerAndThePort) {
  ServerProgram program("iocp_tcp_echo", {"5"});
  echo_on_streams(program.address(), 5);
  EXPECT_EQ(program.last_line(), "closed 5, acceptor 10004, workers that did not end well 0");
}

TEST(Program, AcceptExConnectExDisconnectExPlayWithTheSameTwoSocketsAgainAndAgain) {
  EXPECT_EQ(run("acceptex_pingpong", {"10"}), "rounds 10 balls 200");
}

TEST(Program, PlainCEchoAroundSelect) {
  ServerProgram program("select_echo", {"3"});
  echo_on_streams(program.address(), 3);
  EXPECT_EQ(program.last_line(), "closed 3");
}

TEST(Program, PlainCEchoAroundEventSelect) {
  ServerProgram program("event_select_echo", {"3"});
  echo_on_streams(program.address(), 3);
  EXPECT_EQ(program.last_line(), "closed 3");
}

TEST(Program, PlainCEchoInCompletionRoutines) {
  echo_datagrams("routine_echo");
}

TEST(Program, StructuredExceptionsLeaveAndCleanUp) {
  NEED("structured_exceptions");
  EXPECT_EQ(run("structured_exceptions"), "listeners 1 0 cleanups 2 ready 1");
}
