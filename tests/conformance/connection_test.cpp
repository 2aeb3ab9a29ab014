// AcceptEx, ConnectEx, DisconnectEx.

#include <gtest/gtest.h>

#include <string>

#include "connection_fixture.hpp"

using namespace conformance;

TEST_F(Connection, AcceptWithoutDataCompletesAtTheConnectWithTheListenersKey) {
  ASSERT_TRUE(start_accept(0));
  const Socket client = connected_client();
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.key, kListenerKey);
  EXPECT_EQ(packet.overlapped, &overlapped);
  EXPECT_EQ(packet.bytes, 0U);
}

TEST_F(Connection, AcceptTellsBothAddresses) {
  ASSERT_TRUE(start_accept(0));
  const Socket client = connected_client();
  ASSERT_TRUE(take(port.get()).success);
  const auto addresses = extension<LPFN_GETACCEPTEXSOCKADDRS>(listener, WSAID_GETACCEPTEXSOCKADDRS);
  sockaddr* local = nullptr;
  sockaddr* remote = nullptr;
  INT local_bytes = 0;
  INT remote_bytes = 0;
  addresses(output, 0, kAreaBytes, kAreaBytes, &local, &local_bytes, &remote, &remote_bytes);
  EXPECT_EQ(ntohs(reinterpret_cast<sockaddr_in*>(local)->sin_port), address.port());
  EXPECT_EQ(ntohs(reinterpret_cast<sockaddr_in*>(remote)->sin_port), address_of(client).port());
}

TEST_F(Connection, AcceptWithDataWaitsForTheFirstBytes) {
  ASSERT_TRUE(start_accept(256));
  EXPECT_EQ(connect_time(), 0xFFFFFFFF);
  const Socket client = connected_client();
  EXPECT_EQ(take(port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
  EXPECT_NE(connect_time(), 0xFFFFFFFF);
  ASSERT_EQ(send(client.get(), "first", 5, 0), 5);
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 5U);
  EXPECT_EQ(packet.key, kListenerKey);
  EXPECT_EQ(std::string(output, 5), "first");
}

TEST_F(Connection, AcceptedSocketNeedsTheContextUpdate) {
  ASSERT_TRUE(start_accept(0));
  const Socket client = connected_client();
  ASSERT_TRUE(take(port.get()).success);
  SOCKADDR_INET peer{};
  int bytes = sizeof peer;
  EXPECT_EQ(getpeername(accepted.get(), reinterpret_cast<sockaddr*>(&peer), &bytes), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAENOTCONN);
  EXPECT_EQ(update_accept_context(), 0);
  bytes = sizeof peer;
  EXPECT_EQ(getpeername(accepted.get(), reinterpret_cast<sockaddr*>(&peer), &bytes), 0);
  EXPECT_EQ(shutdown(accepted.get(), SD_SEND), 0);
}

TEST_F(Connection, AcceptedSocketCarriesDataBothWays) {
  ASSERT_TRUE(start_accept(0));
  const Socket client = connected_client();
  ASSERT_TRUE(take(port.get()).success);
  ASSERT_EQ(update_accept_context(), 0);
  ASSERT_EQ(CreateIoCompletionPort(accepted.handle(), port.get(), 9, 0), port.get());
  Receive receive;
  ASSERT_TRUE(receive.start_pending(accepted));
  ASSERT_EQ(send(client.get(), "ping", 4, 0), 4);
  EXPECT_EQ(take(port.get()).bytes, 4U);
  ASSERT_EQ(send(accepted.get(), "pong", 4, 0), 4);
  char data[8] = {};
  EXPECT_EQ(recv(client.get(), data, sizeof data, 0), 4);
}

TEST_F(Connection, ClosingTheListenerCancelsPendingAccepts) {
  ASSERT_TRUE(start_accept(0));
  listener.close();
  const Packet packet = take(port.get());
  EXPECT_FALSE(packet.success);
  EXPECT_EQ(packet.error, static_cast<DWORD>(ERROR_OPERATION_ABORTED));
}

TEST_F(Connection, TooSmallAnAddressAreaIsRefused) {
  DWORD bytes = 0;
  EXPECT_FALSE(accept_ex(listener.get(), accepted.get(), output, 0, sizeof(sockaddr_in),
                         sizeof(sockaddr_in), &bytes, &overlapped));
  EXPECT_TRUE(WSAGetLastError() == WSAEINVAL || WSAGetLastError() == WSAEFAULT);
}

TEST_F(Connection, ConnectExNeedsABoundSocketAndReportsSuccess) {
  const auto connect_ex = extension<LPFN_CONNECTEX>(listener, WSAID_CONNECTEX);
  DWORD sent = 0;
  OVERLAPPED connecting{};
  const Socket unbound = stream();
  EXPECT_FALSE(
      connect_ex(unbound.get(), address.get(), address.bytes(), nullptr, 0, &sent, &connecting));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);

  const Socket client = bound_stream();
  const Handle client_port = new_port();
  ASSERT_EQ(CreateIoCompletionPort(client.handle(), client_port.get(), 4, 0), client_port.get());
  char data[] = "abc";
  ASSERT_TRUE(
      connect_ex(client.get(), address.get(), address.bytes(), data, 3, &sent, &connecting) ||
      WSAGetLastError() == WSA_IO_PENDING);
  const Packet packet = take(client_port.get());
  EXPECT_TRUE(packet.success) << packet.error;
  EXPECT_EQ(packet.bytes, 3U);
  EXPECT_EQ(setsockopt(client.get(), SOL_SOCKET, SO_UPDATE_CONNECT_CONTEXT, nullptr, 0), 0);
  EXPECT_EQ(shutdown(client.get(), SD_SEND), 0);
}

TEST_F(Connection, RefusedConnectExIsAPacketOf1225) {
  Socket gone = bound_stream();
  const Address nobody = address_of(gone);
  gone.close();
  const auto connect_ex = extension<LPFN_CONNECTEX>(listener, WSAID_CONNECTEX);
  const Socket client = bound_stream();
  const Handle client_port = new_port();
  ASSERT_EQ(CreateIoCompletionPort(client.handle(), client_port.get(), 4, 0), client_port.get());
  DWORD sent = 0;
  OVERLAPPED connecting{};
  EXPECT_FALSE(
      connect_ex(client.get(), nobody.get(), nobody.bytes(), nullptr, 0, &sent, &connecting));
  EXPECT_EQ(WSAGetLastError(), WSA_IO_PENDING);
  const Packet packet = take(client_port.get());
  EXPECT_FALSE(packet.success);
  EXPECT_EQ(packet.error, static_cast<DWORD>(ERROR_CONNECTION_REFUSED));
}

TEST_F(Connection, DisconnectForReuseMakesTheSocketFitForAnotherAccept) {
  const auto disconnect_ex = extension<LPFN_DISCONNECTEX>(listener, WSAID_DISCONNECTEX);
  EXPECT_FALSE(disconnect_ex(accepted.get(), nullptr, TF_REUSE_SOCKET, 0));
  EXPECT_EQ(WSAGetLastError(), WSAENOTCONN);
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(start_accept(0)) << WSAGetLastError();
    Socket client = connected_client();
    ASSERT_TRUE(take(port.get()).success);
    ASSERT_EQ(update_accept_context(), 0);
    client.close();
    EXPECT_TRUE(disconnect_ex(accepted.get(), nullptr, TF_REUSE_SOCKET, 0)) << WSAGetLastError();
  }
}

TEST_F(Connection, UnknownExtensionIsRefused) {
  GUID id = WSAID_ACCEPTEX;
  id.Data1 = 1;
  void* function = nullptr;
  DWORD bytes = 0;
  EXPECT_EQ(WSAIoctl(listener.get(), SIO_GET_EXTENSION_FUNCTION_POINTER, &id, sizeof id, &function,
                     sizeof function, &bytes, nullptr, nullptr),
            SOCKET_ERROR);
  EXPECT_EQ(function, nullptr);
}
