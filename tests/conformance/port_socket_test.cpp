// Completion ports with datagram sockets.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "loopback.hpp"

using namespace conformance;

namespace {

// A bound socket attached to a port, and who sends to it.
struct Server {
  Handle port = new_port();
  Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  Address address = address_of(socket);
  Socket client = sender();
  static constexpr ULONG_PTR kKey = 0x1234;

  Server() { EXPECT_EQ(CreateIoCompletionPort(socket.handle(), port.get(), kKey, 0), port.get()); }
  void send(std::string_view text) { send_text(client, address, text); }
};

}  // namespace

TEST(PortSocket, AttachingReturnsTheSamePortAndOnlyWorksOnce) {
  const Server server;
  const Handle other = new_port();
  EXPECT_EQ(CreateIoCompletionPort(server.socket.handle(), other.get(), 1, 0), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
  EXPECT_EQ(CreateIoCompletionPort(server.socket.handle(), server.port.get(), 1, 0), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
}

TEST(PortSocket, PendingReceiveGivesOnePacketWithItsKeyAndBytes) {
  Server server;
  Receive receive;
  ASSERT_TRUE(receive.start_pending(server.socket));
  server.send("hello");
  const Packet packet = take(server.port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.key, Server::kKey);
  EXPECT_EQ(packet.overlapped, &receive.overlapped);
  EXPECT_EQ(packet.bytes, 5U);
  EXPECT_EQ(std::string(receive.data, 5), "hello");
  EXPECT_EQ(take(server.port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(PortSocket, ImmediateSuccessStillGivesExactlyOnePacket) {
  Server server;
  server.send("data");
  Receive receive;
  // The datagram may still be on its way: then the receive pends, and the rule is the same.
  const int result = receive.start(server.socket);
  ASSERT_TRUE(result == 0 || WSAGetLastError() == WSA_IO_PENDING);
  const Packet packet = take(server.port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 4U);
  EXPECT_EQ(take(server.port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(PortSocket, SkipOnSuccessSuppressesOnlyThePacketOfAnImmediateSuccess) {
  Server server;
  ASSERT_TRUE(SetFileCompletionNotificationModes(server.socket.handle(),
                                                 FILE_SKIP_COMPLETION_PORT_ON_SUCCESS));
  Receive pending;
  ASSERT_TRUE(pending.start_pending(server.socket));
  server.send("one");
  EXPECT_TRUE(take(server.port.get()).success);

  server.send("two");
  Receive immediate;
  if (immediate.start(server.socket) == 0) {
    EXPECT_EQ(immediate.bytes, 3U);
    EXPECT_EQ(take(server.port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
  } else {
    EXPECT_TRUE(take(server.port.get()).success);
  }
}

TEST(PortSocket, TruncatedDatagramIsAFailedPacketWithTheBufferFull) {
  Server server;
  Receive receive;
  ASSERT_TRUE(receive.start_pending(server.socket));
  server.send(std::string(200, 'x'));
  server.send("next");
  const Packet packet = take(server.port.get());
  EXPECT_FALSE(packet.success);
  EXPECT_EQ(packet.error, static_cast<DWORD>(ERROR_MORE_DATA));
  EXPECT_EQ(packet.bytes, sizeof receive.data);
  EXPECT_EQ(packet.overlapped, &receive.overlapped);
  DWORD bytes = 0;
  DWORD flags = 0;
  EXPECT_FALSE(
      WSAGetOverlappedResult(server.socket.get(), &receive.overlapped, &bytes, FALSE, &flags));
  EXPECT_EQ(WSAGetLastError(), WSAEMSGSIZE);

  Receive following;
  (void)following.start(server.socket);
  EXPECT_EQ(take(server.port.get()).bytes, 4U);
}

TEST(PortSocket, EmptyDatagramIsASuccessOfZeroBytes) {
  Server server;
  Receive receive;
  ASSERT_TRUE(receive.start_pending(server.socket));
  server.send("");
  const Packet packet = take(server.port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 0U);
}

TEST(PortSocket, ReceivesAreFilledInTheOrderTheyWerePosted) {
  Server server;
  std::array<Receive, 8> receives;
  for (Receive& receive : receives)
    ASSERT_TRUE(receive.start_pending(server.socket));
  for (char c = 'a'; c < 'i'; ++c)
    server.send(std::string(1, c));
  for (std::size_t i = 0; i < receives.size(); ++i) {
    EXPECT_EQ(take(server.port.get()).overlapped, &receives[i].overlapped);
    EXPECT_EQ(receives[i].data[0], static_cast<char>('a' + i));
  }
}

TEST(PortSocket, OperationStartedBeforeTheAttachIsDeliveredToThePort) {
  const Handle port = new_port();
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  Receive receive;
  ASSERT_TRUE(receive.start_pending(socket));
  ASSERT_EQ(CreateIoCompletionPort(socket.handle(), port.get(), 9, 0), port.get());
  send_text(address_of(socket), "late");
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.key, 9U);
}

TEST(PortSocket, CancelledReceiveReports995Once) {
  Server server;
  Receive receive;
  ASSERT_TRUE(receive.start_pending(server.socket));
  EXPECT_TRUE(CancelIoEx(server.socket.handle(), &receive.overlapped));
  const Packet packet = take(server.port.get());
  EXPECT_FALSE(packet.success);
  EXPECT_EQ(packet.error, static_cast<DWORD>(ERROR_OPERATION_ABORTED));
  EXPECT_EQ(take(server.port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(PortSocket, CancellingNothingReportsNotFound) {
  const Server server;
  EXPECT_FALSE(CancelIoEx(server.socket.handle(), nullptr));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_NOT_FOUND));
}

TEST(PortSocket, ClosingTheSocketEndsEachPendingReceiveExactlyOnce) {
  Server server;
  std::array<Receive, 32> receives;
  for (Receive& receive : receives)
    ASSERT_TRUE(receive.start_pending(server.socket));
  server.socket.close();
  for (std::size_t i = 0; i < receives.size(); ++i) {
    const Packet packet = take(server.port.get());
    EXPECT_FALSE(packet.success);
    EXPECT_NE(packet.overlapped, nullptr);
    EXPECT_TRUE(packet.error == 995 || packet.error == 64 || packet.error == 1236) << packet.error;
  }
  EXPECT_EQ(take(server.port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(PortSocket, ClosingASocketWithNothingPendingGivesNoPacket) {
  Server server;
  server.socket.close();
  EXPECT_EQ(take(server.port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(PortSocket, ReceiveOutlivesTheThreadThatStartedIt) {
  Server server;
  Receive receive;
  std::thread starter([&] { EXPECT_TRUE(receive.start_pending(server.socket)); });
  starter.join();
  server.send("alive");
  EXPECT_EQ(take(server.port.get()).bytes, 5U);
}

TEST(PortSocket, LowBitOfTheEventKeepsThePacketAway) {
  Server server;
  const Handle event = new_event(true);
  Receive receive;
  receive.overlapped.hEvent =
      reinterpret_cast<HANDLE>(reinterpret_cast<ULONG_PTR>(event.get()) | 1U);
  ASSERT_TRUE(receive.start_pending(server.socket));
  server.send("quiet");
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  EXPECT_EQ(take(server.port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(PortSocket, PlainEventAndPortBothReport) {
  Server server;
  const Handle event = new_event(true);
  Receive receive;
  receive.overlapped.hEvent = event.get();
  ASSERT_TRUE(receive.start_pending(server.socket));
  server.send("both");
  EXPECT_TRUE(take(server.port.get()).success);
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
}

TEST(PortSocket, SendGivesAPacketWithItsLength) {
  Server server;
  OVERLAPPED overlapped{};
  char text[] = "outgoing";
  WSABUF buffer{8, text};
  const Address to = address_of(server.client);
  const int result = WSASendTo(server.socket.get(), &buffer, 1, nullptr, 0, to.get(), to.bytes(),
                               &overlapped, nullptr);
  ASSERT_TRUE(result == 0 || WSAGetLastError() == WSA_IO_PENDING);
  const Packet packet = take(server.port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 8U);
}

TEST(PortSocket, WaitingThreadsShareTheDatagramsOfOneSocket) {
  constexpr int kDatagrams = 2'000;
  Server server;
  std::array<Receive, 16> receives;
  for (Receive& receive : receives)
    ASSERT_TRUE(receive.start_pending(server.socket));
  std::atomic<int> handled{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (Packet packet = take(server.port.get()); packet.success && packet.key != 0;
           packet = take(server.port.get())) {
        auto& receive = *reinterpret_cast<Receive*>(packet.overlapped);
        ++handled;
        receive.overlapped = {};
        const int result = receive.start(server.socket);
        EXPECT_TRUE(result == 0 || WSAGetLastError() == WSA_IO_PENDING);
      }
    });
  }
  for (int i = 0; i < kDatagrams; ++i) {
    server.send("d");
    ASSERT_TRUE(eventually([&] { return handled > i - 32; }));  // room in the socket buffer
  }
  EXPECT_TRUE(eventually([&] { return handled == kDatagrams; })) << handled;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(PostQueuedCompletionStatus(server.port.get(), 0, 0, nullptr));
  }
  for (auto& thread : threads)
    thread.join();
  server.socket.close();
  for (std::size_t i = 0; i < receives.size(); ++i)
    EXPECT_NE(take(server.port.get()).overlapped, nullptr);
}
