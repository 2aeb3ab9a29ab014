// Streams: connecting, overlapped receives and sends, ends and resets.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "loopback.hpp"

using namespace conformance;

namespace {

Socket stream() {
  return Socket(WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, nullptr, 0, WSA_FLAG_OVERLAPPED));
}

struct Stream : testing::Test {
  Socket listener = stream();
  Socket client = stream();
  Socket server;
  Handle port = new_port();
  static constexpr ULONG_PTR kKey = 5;

  void SetUp() override {
    const Address any = loopback(0);
    ASSERT_EQ(bind(listener.get(), any.get(), any.bytes()), 0);
    ASSERT_EQ(listen(listener.get(), 16), 0);
    const Address to = address_of(listener);
    ASSERT_EQ(connect(client.get(), to.get(), to.bytes()), 0) << WSAGetLastError();
    server = Socket(accept(listener.get(), nullptr, nullptr));
    ASSERT_NE(server.get(), INVALID_SOCKET);
    ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), kKey, 0), port.get());
  }
  void say(std::string_view text) {
    ASSERT_EQ(send(client.get(), text.data(), static_cast<int>(text.size()), 0),
              static_cast<int>(text.size()));
  }
  void reset_client() {
    const linger now{1, 0};
    ASSERT_EQ(setsockopt(client.get(), SOL_SOCKET, SO_LINGER, reinterpret_cast<const char*>(&now),
                         sizeof now),
              0);
    client.close();
  }
};

}  // namespace

TEST_F(Stream, AcceptTellsWhoConnectedAndGetpeernameAgrees) {
  SOCKADDR_INET peer{};
  int bytes = sizeof peer;
  ASSERT_EQ(getpeername(server.get(), reinterpret_cast<sockaddr*>(&peer), &bytes), 0);
  EXPECT_EQ(ntohs(peer.Ipv4.sin_port), address_of(client).port());
}

TEST_F(Stream, ReceiveFinishesWithWhatIsThere) {
  Receive receive;
  ASSERT_TRUE(receive.start_pending(server));
  say("some");
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 4U);
  EXPECT_EQ(packet.key, kKey);
}

TEST_F(Stream, TwoReceivesGetTheHalvesInOrder) {
  Receive first;
  Receive second;
  ASSERT_TRUE(first.start_pending(server));
  ASSERT_TRUE(second.start_pending(server));
  say(std::string(64, 'a') + std::string(64, 'b'));
  EXPECT_EQ(take(port.get()).overlapped, &first.overlapped);
  EXPECT_EQ(take(port.get()).overlapped, &second.overlapped);
  EXPECT_EQ(first.data[63], 'a');
  EXPECT_EQ(second.data[0], 'b');
}

TEST_F(Stream, OrderlyEndIsASuccessOfZeroBytesEachTime) {
  for (int i = 0; i < 2; ++i) {
    Receive receive;
    const int result = receive.start(server);
    ASSERT_TRUE(result == 0 || WSAGetLastError() == WSA_IO_PENDING);
    if (i == 0) {
      EXPECT_EQ(shutdown(client.get(), SD_SEND), 0);
    }
    const Packet packet = take(port.get());
    EXPECT_TRUE(packet.success);
    EXPECT_EQ(packet.bytes, 0U);
  }
}

TEST_F(Stream, ResetWhilePendingIsAFailedPacketOf64And10054) {
  Receive receive;
  ASSERT_TRUE(receive.start_pending(server));
  reset_client();
  const Packet packet = take(port.get());
  EXPECT_FALSE(packet.success);
  EXPECT_EQ(packet.error, static_cast<DWORD>(ERROR_NETNAME_DELETED));
  EXPECT_EQ(packet.bytes, 0U);
  DWORD bytes = 0;
  DWORD flags = 0;
  EXPECT_FALSE(WSAGetOverlappedResult(server.get(), &receive.overlapped, &bytes, FALSE, &flags));
  EXPECT_EQ(WSAGetLastError(), WSAECONNRESET);
}

TEST_F(Stream, ResetEndsAllPendingReceivesAndLaterOnesFailAtOnceWithoutAPacket) {
  std::array<Receive, 3> receives;
  for (Receive& receive : receives)
    ASSERT_TRUE(receive.start_pending(server));
  reset_client();
  for (std::size_t i = 0; i < receives.size(); ++i) {
    EXPECT_EQ(take(port.get()).error, static_cast<DWORD>(ERROR_NETNAME_DELETED));
  }
  Receive later;
  EXPECT_EQ(later.start(server), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAECONNRESET);
  EXPECT_EQ(take(port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST_F(Stream, OwnCloseWithAPendingReceiveIsAnAbortedConnection) {
  Receive receive;
  ASSERT_TRUE(receive.start_pending(server));
  server.close();
  const Packet packet = take(port.get());
  EXPECT_FALSE(packet.success);
  EXPECT_EQ(packet.error, static_cast<DWORD>(ERROR_CONNECTION_ABORTED));
  EXPECT_EQ(packet.key, kKey);
  EXPECT_EQ(take(port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST_F(Stream, ZeroByteReceiveCompletesWhenDataArrivesAndTakesNothing) {
  OVERLAPPED overlapped{};
  WSABUF nothing{0, nullptr};
  DWORD flags = 0;
  ASSERT_EQ(WSARecv(server.get(), &nothing, 1, nullptr, &flags, &overlapped, nullptr),
            SOCKET_ERROR);
  ASSERT_EQ(WSAGetLastError(), WSA_IO_PENDING);
  say("kept");
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 0U);
  char data[8] = {};
  EXPECT_EQ(recv(server.get(), data, sizeof data, 0), 4);
}

TEST_F(Stream, LargeSendCompletesWholeWhileThePeerReads) {
  std::string large(8'000'000, 'x');
  OVERLAPPED overlapped{};
  WSABUF buffer{static_cast<ULONG>(large.size()), large.data()};
  const int result = WSASend(server.get(), &buffer, 1, nullptr, 0, &overlapped, nullptr);
  ASSERT_TRUE(result == 0 || WSAGetLastError() == WSA_IO_PENDING);
  std::size_t read = 0;
  std::thread reader([&] {
    std::vector<char> data(65'536);
    while (read < large.size()) {
      const int bytes = recv(client.get(), data.data(), static_cast<int>(data.size()), 0);
      if (bytes <= 0) break;
      read += static_cast<std::size_t>(bytes);
    }
  });
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, large.size());
  reader.join();
  EXPECT_EQ(read, large.size());
}

TEST_F(Stream, CallsAfterShutdownAreRefused) {
  EXPECT_EQ(shutdown(server.get(), SD_BOTH), 0);
  Receive receive;
  EXPECT_EQ(receive.start(server), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAESHUTDOWN);
  EXPECT_EQ(send(server.get(), "x", 1, 0), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAESHUTDOWN);
}

TEST_F(Stream, SendToAClosedPeerNeverKillsTheProcess) {
  client.close();
  EXPECT_TRUE(eventually([&] { return send(server.get(), "x", 1, 0) == SOCKET_ERROR; }));
}

TEST_F(Stream, ClosingTheListenerEndsABlockedAccept) {
  const SOCKET raw = listener.get();
  std::atomic<bool> started{false};
  SOCKET accepted = 0;
  std::thread acceptor([&] {
    started = true;
    accepted = accept(raw, nullptr, nullptr);
  });
  ASSERT_TRUE(eventually([&] { return started.load(); }));
  listener.close();
  acceptor.join();
  EXPECT_EQ(accepted, INVALID_SOCKET);
}

TEST(StreamCall, ReceiveOnAnUnconnectedStreamIsRefusedWithoutAPacket) {
  const Socket socket = stream();
  const Handle port = new_port();
  ASSERT_EQ(CreateIoCompletionPort(socket.handle(), port.get(), 1, 0), port.get());
  Receive receive;
  EXPECT_EQ(receive.start(socket), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAENOTCONN);
  EXPECT_EQ(take(port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(StreamCall, ConnectToAPortWithoutAListenerIsRefused) {
  Socket gone = stream();
  const Address any = loopback(0);
  ASSERT_EQ(bind(gone.get(), any.get(), any.bytes()), 0);
  const Address nobody = address_of(gone);
  gone.close();
  const Socket client = stream();
  EXPECT_EQ(connect(client.get(), nobody.get(), nobody.bytes()), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAECONNREFUSED);
}

TEST(StreamCall, NonBlockingAcceptOfNothingWouldBlock) {
  const Socket listener = stream();
  const Address any = loopback(0);
  ASSERT_EQ(bind(listener.get(), any.get(), any.bytes()), 0);
  ASSERT_EQ(listen(listener.get(), 1), 0);
  u_long on = 1;
  ASSERT_EQ(ioctlsocket(listener.get(), static_cast<long>(FIONBIO), &on), 0);
  EXPECT_EQ(accept(listener.get(), nullptr, nullptr), INVALID_SOCKET);
  EXPECT_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
}
