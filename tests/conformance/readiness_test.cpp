// Which sockets are ready: select, WSAPoll, WSAEventSelect.

#include <gtest/gtest.h>

#include <string>

#include "loopback.hpp"

using namespace conformance;

namespace {

Socket stream() {
  return Socket(WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, nullptr, 0, WSA_FLAG_OVERLAPPED));
}

struct Readiness : testing::Test {
  Socket listener = stream();
  Socket client = stream();
  Socket server;
  Handle event = new_event(true);

  void SetUp() override {
    const Address any = loopback(0);
    ASSERT_EQ(bind(listener.get(), any.get(), any.bytes()), 0);
    ASSERT_EQ(listen(listener.get(), 16), 0);
  }
  void connect_client() {
    const Address to = address_of(listener);
    ASSERT_EQ(connect(client.get(), to.get(), to.bytes()), 0) << WSAGetLastError();
  }
  void accept_client() {
    connect_client();
    server = Socket(accept(listener.get(), nullptr, nullptr));
    ASSERT_NE(server.get(), INVALID_SOCKET);
  }
  void say(std::string_view text) {
    ASSERT_EQ(send(client.get(), text.data(), static_cast<int>(text.size()), 0),
              static_cast<int>(text.size()));
  }
  // The next report, waited for through the event.
  [[nodiscard]] WSANETWORKEVENTS next_events(const Socket& socket) {
    WSANETWORKEVENTS events{};
    EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
    EXPECT_EQ(WSAEnumNetworkEvents(socket.get(), event.get(), &events), 0);
    return events;
  }
  [[nodiscard]] bool is_quiet() {
    return WaitForSingleObject(event.get(), kQuietMs) == static_cast<DWORD>(WAIT_TIMEOUT);
  }
};

fd_set set_of(const Socket& socket) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(socket.get(), &set);
  return set;
}

}  // namespace

TEST_F(Readiness, SelectLeavesTheReadySockets) {
  accept_client();
  fd_set readable = set_of(server);
  FD_SET(listener.get(), &readable);
  say("x");
  timeval limit{5, 0};
  EXPECT_EQ(select(0, &readable, nullptr, nullptr, &limit), 1);
  EXPECT_TRUE(FD_ISSET(server.get(), &readable));
  EXPECT_FALSE(FD_ISSET(listener.get(), &readable));
}

TEST_F(Readiness, SelectSeesRoomToSendAndTimesOut) {
  accept_client();
  fd_set readable = set_of(server);
  fd_set writable = set_of(server);
  timeval now{0, 0};
  EXPECT_EQ(select(0, &readable, &writable, nullptr, &now), 1);
  EXPECT_TRUE(FD_ISSET(server.get(), &writable));
  readable = set_of(server);
  EXPECT_EQ(select(0, &readable, nullptr, nullptr, &now), 0);
  EXPECT_EQ(readable.fd_count, 0U);
}

TEST_F(Readiness, SelectOfNothingAndOfNoSocketIsRefused) {
  timeval now{0, 0};
  EXPECT_EQ(select(0, nullptr, nullptr, nullptr, &now), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(static_cast<SOCKET>(0x7ffffff0), &readable);
  EXPECT_EQ(select(0, &readable, nullptr, nullptr, &now), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAENOTSOCK);
}

TEST_F(Readiness, FailedConnectIsAnExceptionOfSelect) {
  const Address nobody = address_of(bound_socket(WSA_FLAG_OVERLAPPED));
  u_long on = 1;
  ASSERT_EQ(ioctlsocket(client.get(), static_cast<long>(FIONBIO), &on), 0);
  ASSERT_EQ(connect(client.get(), nobody.get(), nobody.bytes()), SOCKET_ERROR);
  if (WSAGetLastError() != WSAEWOULDBLOCK) return;  // refused at once
  fd_set exceptional = set_of(client);
  timeval limit{5, 0};
  EXPECT_EQ(select(0, nullptr, nullptr, &exceptional, &limit), 1);
}

TEST_F(Readiness, PollReportsWhatWasAskedFor) {
  accept_client();
  say("x");
  WSAPOLLFD entries[2] = {{server.get(), POLLRDNORM, 0}, {listener.get(), POLLRDNORM, 0}};
  EXPECT_EQ(WSAPoll(entries, 2, static_cast<INT>(kLimitMs)), 1);
  EXPECT_EQ(entries[0].revents, POLLRDNORM);
  EXPECT_EQ(entries[1].revents, 0);
}

TEST_F(Readiness, PollOfNothingIsRefused) {
  WSAPOLLFD entry{server.get(), POLLRDNORM, 0};
  EXPECT_EQ(WSAPoll(&entry, 0, 0), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(Readiness, EventTellsOfAConnectionAndAgainAfterTheAccept) {
  ASSERT_EQ(WSAEventSelect(listener.get(), event.get(), FD_ACCEPT), 0);
  EXPECT_TRUE(is_quiet());
  connect_client();
  EXPECT_EQ(next_events(listener).lNetworkEvents, FD_ACCEPT);
  EXPECT_TRUE(is_quiet()) << "told once";
  Socket other = stream();
  const Address to = address_of(listener);
  ASSERT_EQ(connect(other.get(), to.get(), to.bytes()), 0);
  const Socket accepted(accept(listener.get(), nullptr, nullptr));
  EXPECT_EQ(next_events(listener).lNetworkEvents, FD_ACCEPT);
}

TEST_F(Readiness, EventTellsOfDataOncePerReceive) {
  accept_client();
  ASSERT_EQ(WSAEventSelect(server.get(), event.get(), FD_READ | FD_CLOSE), 0);
  say("two bytes");
  EXPECT_EQ(next_events(server).lNetworkEvents, FD_READ);
  EXPECT_TRUE(is_quiet());
  char byte = 0;
  EXPECT_EQ(recv(server.get(), &byte, 1, 0), 1);
  EXPECT_EQ(next_events(server).lNetworkEvents, FD_READ) << "there is more";
}

TEST_F(Readiness, EventTellsOfRoomToSendAndOfTheEnd) {
  accept_client();
  ASSERT_EQ(WSAEventSelect(server.get(), event.get(), FD_WRITE | FD_CLOSE), 0);
  EXPECT_EQ(next_events(server).lNetworkEvents, FD_WRITE);
  client.close();
  const WSANETWORKEVENTS events = next_events(server);
  EXPECT_EQ(events.lNetworkEvents, FD_CLOSE);
  EXPECT_EQ(events.iErrorCode[FD_CLOSE_BIT], 0);
}

TEST_F(Readiness, EventTellsThatANonBlockingConnectIsDone) {
  ASSERT_EQ(WSAEventSelect(client.get(), event.get(), FD_CONNECT | FD_WRITE), 0);
  const Address to = address_of(listener);
  const int result = connect(client.get(), to.get(), to.bytes());
  EXPECT_TRUE(result == 0 || WSAGetLastError() == WSAEWOULDBLOCK);
  long seen = 0;
  while ((seen & (FD_CONNECT | FD_WRITE)) != (FD_CONNECT | FD_WRITE)) {
    const WSANETWORKEVENTS events = next_events(client);
    if (events.lNetworkEvents == 0) break;
    EXPECT_EQ(events.iErrorCode[FD_CONNECT_BIT], 0);
    seen |= events.lNetworkEvents;
  }
  EXPECT_EQ(seen, FD_CONNECT | FD_WRITE);
}

TEST_F(Readiness, RefusedConnectIsToldWithItsError) {
  const Address nobody = address_of(bound_socket(WSA_FLAG_OVERLAPPED));
  ASSERT_EQ(WSAEventSelect(client.get(), event.get(), FD_CONNECT), 0);
  ASSERT_EQ(connect(client.get(), nobody.get(), nobody.bytes()), SOCKET_ERROR);
  const WSANETWORKEVENTS events = next_events(client);
  EXPECT_EQ(events.lNetworkEvents, FD_CONNECT);
  EXPECT_EQ(events.iErrorCode[FD_CONNECT_BIT], WSAECONNREFUSED);
}

TEST_F(Readiness, EventSelectMakesTheSocketNonBlockingUntilItIsEnded) {
  accept_client();
  ASSERT_EQ(WSAEventSelect(server.get(), event.get(), FD_READ), 0);
  char byte = 0;
  EXPECT_EQ(recv(server.get(), &byte, 1, 0), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
  u_long off = 0;
  EXPECT_EQ(ioctlsocket(server.get(), static_cast<long>(FIONBIO), &off), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  ASSERT_EQ(WSAEventSelect(server.get(), nullptr, 0), 0);
  EXPECT_EQ(ioctlsocket(server.get(), static_cast<long>(FIONBIO), &off), 0);
}

TEST_F(Readiness, AcceptedSocketInheritsEventAndMask) {
  ASSERT_EQ(WSAEventSelect(listener.get(), event.get(), FD_ACCEPT | FD_READ), 0);
  connect_client();
  EXPECT_EQ(next_events(listener).lNetworkEvents, FD_ACCEPT);
  server = Socket(accept(listener.get(), nullptr, nullptr));
  say("x");
  EXPECT_EQ(next_events(server).lNetworkEvents, FD_READ);
}
