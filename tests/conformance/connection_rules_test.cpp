// AcceptEx, ConnectEx and DisconnectEx: the rarer rules.

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "connection_fixture.hpp"

using namespace conformance;

TEST_F(Connection, AcceptWithDataEndsWithoutAnyWhenThePeerLeavesSilently) {
  ASSERT_TRUE(start_accept(64));
  connected_client().close();
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 0U);
}

TEST_F(Connection, ConnectTimeTellsASilentClientFromNone) {
  EXPECT_EQ(connect_time(), 0xFFFFFFFFU);
  ASSERT_TRUE(start_accept(64));
  const Socket client = connected_client();
  EXPECT_TRUE(eventually([&] { return connect_time() == 0; }));
}

TEST_F(Connection, ConnectTimeOfADatagramSocketIsUnknownEvenConnected) {
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  const Address peer = address_of(bound_socket(WSA_FLAG_OVERLAPPED));
  ASSERT_EQ(connect(socket.get(), peer.get(), peer.bytes()), 0);
  DWORD seconds = 0;
  int bytes = sizeof seconds;
  if (getsockopt(socket.get(), SOL_SOCKET, SO_CONNECT_TIME, reinterpret_cast<char*>(&seconds),
                 &bytes) == 0) {
    EXPECT_EQ(seconds, 0xFFFFFFFFU);
  }
}

TEST_F(Connection, ClientsThatResetEarlyDoNotKeepAGoodOneOut) {
  const linger now{1, 0};
  for (int i = 0; i < 100; ++i) {
    accepted = stream();
    ASSERT_TRUE(start_accept(0));
    Socket client = connected_client();
    ASSERT_EQ(setsockopt(client.get(), SOL_SOCKET, SO_LINGER, reinterpret_cast<const char*>(&now),
                         sizeof now),
              0);
    client.close();
    (void)take(port.get());  // good or failed: one packet for one accept
  }
  accepted = stream();
  ASSERT_TRUE(start_accept(0));
  const Socket good = connected_client();
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
}

TEST_F(Connection, PlainAcceptAndAcceptExShareTheListener) {
  const Socket first = connected_client();
  const Socket by_accept(accept(listener.get(), nullptr, nullptr));
  EXPECT_NE(by_accept.get(), INVALID_SOCKET);
  ASSERT_TRUE(start_accept(0));
  const Socket second = connected_client();
  EXPECT_TRUE(take(port.get()).success);
}

TEST_F(Connection, PendingAcceptsAreServedInTheirOrder) {
  Socket other = stream();
  OVERLAPPED second{};
  char other_output[2 * kAreaBytes];
  DWORD bytes = 0;
  ASSERT_TRUE(start_accept(0));
  ASSERT_TRUE(accept_ex(listener.get(), other.get(), other_output, 0, kAreaBytes, kAreaBytes,
                        &bytes, &second) ||
              WSAGetLastError() == WSA_IO_PENDING);
  const Socket one = connected_client();
  EXPECT_EQ(take(port.get()).overlapped, &overlapped);
  const Socket two = connected_client();
  EXPECT_EQ(take(port.get()).overlapped, &second);
}

TEST_F(Connection, RefusedConnectExIsAPacketEvenWithSkipOnSuccess) {
  const Address nobody = address_of(bound_stream());
  Socket client = bound_stream();
  ASSERT_EQ(CreateIoCompletionPort(client.handle(), port.get(), 8, 0), port.get());
  ASSERT_TRUE(
      SetFileCompletionNotificationModes(client.handle(), FILE_SKIP_COMPLETION_PORT_ON_SUCCESS));
  const auto connect_ex = extension<LPFN_CONNECTEX>(client, WSAID_CONNECTEX);
  ASSERT_FALSE(
      connect_ex(client.get(), nobody.get(), nobody.bytes(), nullptr, 0, nullptr, &overlapped));
  ASSERT_EQ(WSAGetLastError(), WSA_IO_PENDING);
  const Packet packet = take(port.get());
  EXPECT_FALSE(packet.success);
  EXPECT_EQ(packet.error, static_cast<DWORD>(ERROR_CONNECTION_REFUSED));
}

TEST_F(Connection, ConnectExSendsItsFirstData) {
  Socket client = bound_stream();
  ASSERT_EQ(CreateIoCompletionPort(client.handle(), port.get(), 8, 0), port.get());
  const auto connect_ex = extension<LPFN_CONNECTEX>(client, WSAID_CONNECTEX);
  char hello[] = "hey";
  DWORD sent = 0;
  ASSERT_TRUE(
      connect_ex(client.get(), address.get(), address.bytes(), hello, 3, &sent, &overlapped) ||
      WSAGetLastError() == WSA_IO_PENDING);
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 3U);
  const Socket server(accept(listener.get(), nullptr, nullptr));
  char text[8];
  EXPECT_EQ(recv(server.get(), text, sizeof text, 0), 3);
}

TEST_F(Connection, OverlappedDisconnectGivesAPacketAndAPlainOneNone) {
  const auto disconnect_ex = extension<LPFN_DISCONNECTEX>(listener, WSAID_DISCONNECTEX);
  for (const bool with_block : {true, false}) {
    Socket client = connected_client();
    const Socket server(accept(listener.get(), nullptr, nullptr));
    ASSERT_EQ(CreateIoCompletionPort(client.handle(), port.get(), 8, 0), port.get());
    overlapped = {};
    const BOOL done = disconnect_ex(client.get(), with_block ? &overlapped : nullptr, 0, 0);
    ASSERT_TRUE(done || WSAGetLastError() == WSA_IO_PENDING);
    EXPECT_EQ(take(port.get(), with_block ? kLimitMs : kQuietMs).success,
              with_block ? TRUE : FALSE);
  }
}

TEST_F(Connection, DisconnectOfAnUnconnectedSocketIsRefused) {
  const auto disconnect_ex = extension<LPFN_DISCONNECTEX>(listener, WSAID_DISCONNECTEX);
  const Socket fresh = stream();
  EXPECT_FALSE(disconnect_ex(fresh.get(), nullptr, 0, 0));
  EXPECT_EQ(WSAGetLastError(), WSAENOTCONN);
}

TEST_F(Connection, ListenerCanBeStartedAgainRightAfterItsConnectionsWereClosed) {
  Socket client = connected_client();
  Socket server(accept(listener.get(), nullptr, nullptr));
  server.close();  // first: this end keeps the port for a while
  client.close();
  listener.close();
  Socket again = stream();
  EXPECT_EQ(bind(again.get(), address.get(), address.bytes()), 0) << WSAGetLastError();
  EXPECT_EQ(listen(again.get(), 1), 0);
}

TEST_F(Connection, PortOfALiveListenerIsRefused) {
  const Socket thief = stream();
  const BOOL on = TRUE;
  ASSERT_EQ(setsockopt(thief.get(), SOL_SOCKET, SO_REUSEADDR, reinterpret_cast<const char*>(&on),
                       sizeof on),
            0);
  EXPECT_EQ(bind(thief.get(), address.get(), address.bytes()), SOCKET_ERROR);
}
