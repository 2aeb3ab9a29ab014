// What programs really did, and what must come of it: longer stories than a single rule.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "loopback.hpp"

using namespace conformance;

namespace {

struct StreamPair {
  Socket client;
  Socket server;
};

Socket stream() {
  return Socket(WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, nullptr, 0, WSA_FLAG_OVERLAPPED));
}

StreamPair connected_pair() {
  const Socket listener = stream();
  const Address any = loopback(0);
  EXPECT_EQ(bind(listener.get(), any.get(), any.bytes()), 0);
  EXPECT_EQ(listen(listener.get(), 1), 0);
  StreamPair pair{stream(), {}};
  const Address to = address_of(listener);
  EXPECT_EQ(connect(pair.client.get(), to.get(), to.bytes()), 0);
  pair.server = Socket(accept(listener.get(), nullptr, nullptr));
  return pair;
}

void send_all(const Socket& socket, const std::string& text) {
  EXPECT_EQ(send(socket.get(), text.data(), static_cast<int>(text.size()), 0),
            static_cast<int>(text.size()));
}

std::string receive_up_to(const Socket& socket, std::size_t bytes) {
  std::string all(bytes, '\0');
  std::size_t got = 0;
  while (got < bytes) {
    const int more = recv(socket.get(), all.data() + got, static_cast<int>(bytes - got), 0);
    if (more <= 0) break;
    got += static_cast<std::size_t>(more);
  }
  all.resize(got);
  return all;
}

}  // namespace

// A UDP server stopped receiving after one client vanished.
TEST(Case, ClientsThatVanishCostAUdpServerNoReceive) {
  Receive receive;  // before the socket: it stays in use until that is closed
  const Handle port = new_port();
  const Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
  const Address address = address_of(server);
  BOOL off = FALSE;
  DWORD returned = 0;
  ASSERT_EQ(WSAIoctl(server.get(), SIO_UDP_CONNRESET, &off, sizeof off, nullptr, 0, &returned,
                     nullptr, nullptr),
            0);
  ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), 1, 0), port.get());
  const auto echo = [&] {
    ASSERT_TRUE(receive.start(server) == 0 || WSAGetLastError() == WSA_IO_PENDING);
  };
  echo();
  for (int i = 0; i < 1000; ++i) {
    Socket client = sender();
    const Address from = address_of(client);
    send_text(client, address, "and gone");
    client.close();
    const Packet packet = take(port.get());
    ASSERT_TRUE(packet.success) << i << ' ' << packet.error;
    send_text(server, from, "nobody is there");
    echo();
  }
  const Socket good = sender();
  for (int i = 0; i < 10; ++i) {
    send_text(good, address, "ten of these");
    ASSERT_TRUE(take(port.get()).success);
    send_text(server, address_of(good), "answer");
    echo();
    std::array<char, 16> text{};
    EXPECT_EQ(recv(good.get(), text.data(), text.size(), 0), 6);
  }
}

// FALSE from the port was taken for a broken port.
TEST(Case, WorkerGoesOnAfterOneClientResets) {
  const Handle port = new_port();
  StreamPair bad = connected_pair();
  StreamPair good = connected_pair();
  ASSERT_EQ(CreateIoCompletionPort(bad.server.handle(), port.get(), 1, 0), port.get());
  ASSERT_EQ(CreateIoCompletionPort(good.server.handle(), port.get(), 2, 0), port.get());
  Receive first;
  Receive second;
  ASSERT_TRUE(first.start_pending(bad.server));
  ASSERT_TRUE(second.start_pending(good.server));
  const linger now{1, 0};
  ASSERT_EQ(setsockopt(bad.client.get(), SOL_SOCKET, SO_LINGER, reinterpret_cast<const char*>(&now),
                       sizeof now),
            0);
  bad.client.close();
  const Packet reset = take(port.get());
  EXPECT_FALSE(reset.success);
  EXPECT_EQ(reset.error, static_cast<DWORD>(ERROR_NETNAME_DELETED));
  EXPECT_EQ(reset.key, 1U);
  send_all(good.client, "still served");
  const Packet data = take(port.get());
  EXPECT_TRUE(data.success);
  EXPECT_EQ(data.key, 2U);
}

// A result was handled at the call and again from the port, or lost.
TEST(Case, EveryOperationOfManyIsCompletedExactlyOnce) {
  constexpr int kOperations = 20'000;
  std::vector<Receive> receives(16);  // before the socket: in use until that is closed
  const Handle port = new_port();
  const Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
  const Socket client = sender();
  const Address address = address_of(server);
  ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), 1, 0), port.get());
  int started = 0;
  int finished = 0;
  const auto start = [&](Receive& receive) {
    receive.overlapped = {};
    const int result = receive.start(server);
    ASSERT_TRUE(result == 0 || WSAGetLastError() == WSA_IO_PENDING);
    ++started;
  };
  for (Receive& receive : receives)
    start(receive);
  while (finished < kOperations) {
    // Sometimes before the receive is posted, sometimes after.
    for (int i = 0; i < 8; ++i)
      send_text(client, address, "x");
    for (int i = 0; i < 8; ++i) {
      const Packet packet = take(port.get());
      ASSERT_TRUE(packet.success);
      ++finished;
      auto* const receive = CONTAINING_RECORD(packet.overlapped, Receive, overlapped);
      start(*receive);
    }
  }
  EXPECT_EQ(started, finished + 16);
  EXPECT_EQ(take(port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

// Data was thrown away because "it was cancelled".
TEST(Case, CancellingLosesNoByteOfAStream) {
  const Handle port = new_port();
  StreamPair pair = connected_pair();
  ASSERT_EQ(CreateIoCompletionPort(pair.server.handle(), port.get(), 1, 0), port.get());
  std::size_t received = 0;
  constexpr std::size_t kRounds = 2'000;
  for (std::size_t i = 0; i < kRounds; ++i) {
    Receive receive;
    const int result = receive.start(pair.server);
    ASSERT_TRUE(result == 0 || WSAGetLastError() == WSA_IO_PENDING);
    std::thread other([&] {
      send_all(pair.client, "b");
      (void)CancelIoEx(pair.server.handle(), &receive.overlapped);
    });
    const Packet packet = take(port.get());
    other.join();
    if (packet.success) received += packet.bytes;
    EXPECT_TRUE(packet.success || packet.error == ERROR_OPERATION_ABORTED);
  }
  ASSERT_EQ(shutdown(pair.client.get(), SD_SEND), 0);
  received += receive_up_to(pair.server, kRounds).size();
  EXPECT_EQ(received, kRounds);
}

// A block was freed right after closesocket.
TEST(Case, BlocksMayBeFreedAtTheirPacketsAfterTheClose) {
  const Handle port = new_port();
  Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
  ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), 1, 0), port.get());
  for (int i = 0; i < 32; ++i) {
    auto receive = std::make_unique<Receive>();
    ASSERT_TRUE(receive->start_pending(server));
    (void)receive.release();
  }
  server.close();
  for (int i = 0; i < 32; ++i) {
    const Packet packet = take(port.get());
    ASSERT_NE(packet.overlapped, nullptr);
    EXPECT_FALSE(packet.success);
    const std::unique_ptr<Receive> mine(CONTAINING_RECORD(packet.overlapped, Receive, overlapped));
  }
}

// Data seemed out of order.
TEST(Case, BytesJoinedInPostingOrderAreTheStream) {
  constexpr std::size_t kPieces = 8;
  constexpr std::size_t kPieceBytes = 4096;
  const Handle port = new_port();
  StreamPair pair = connected_pair();
  ASSERT_EQ(CreateIoCompletionPort(pair.server.handle(), port.get(), 1, 0), port.get());
  std::vector<std::vector<char>> pieces(kPieces, std::vector<char>(kPieceBytes));
  std::vector<OVERLAPPED> blocks(kPieces);
  for (std::size_t i = 0; i < kPieces; ++i) {
    WSABUF buffer{kPieceBytes, pieces[i].data()};
    DWORD flags = 0;
    ASSERT_EQ(WSARecv(pair.server.get(), &buffer, 1, nullptr, &flags, &blocks[i], nullptr),
              SOCKET_ERROR);
    ASSERT_EQ(WSAGetLastError(), WSA_IO_PENDING);
  }
  std::string sent(kPieces * kPieceBytes, '\0');
  std::iota(sent.begin(), sent.end(), char{0});
  std::atomic<std::size_t> done{0};
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) {
    workers.emplace_back([&] {
      while (done < kPieces) {
        if (take(port.get(), 20).overlapped != nullptr) ++done;
      }
    });
  }
  send_all(pair.client, sent);
  // What comes last may end earlier receives short: the end makes all of them finish.
  ASSERT_EQ(shutdown(pair.client.get(), SD_SEND), 0);
  for (std::thread& worker : workers)
    worker.join();
  std::string joined;
  for (std::size_t i = 0; i < kPieces; ++i)
    joined.append(pieces[i].data(), blocks[i].InternalHigh);
  joined += receive_up_to(pair.server, sent.size());
  EXPECT_EQ(joined, sent);
}

// A zero-length receive was used as "tell me when readable".
TEST(Case, PeekingReceiveOfNothingOnADatagramSocketLeavesTheDatagram) {
  const Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
  OVERLAPPED overlapped{};
  WSABUF nothing{0, nullptr};
  DWORD flags = MSG_PEEK;
  const int result = WSARecv(server.get(), &nothing, 1, nullptr, &flags, &overlapped, nullptr);
  ASSERT_TRUE(result == 0 || WSAGetLastError() == WSA_IO_PENDING);
  send_text(address_of(server), "whole");
  ASSERT_TRUE(eventually([&] { return HasOverlappedIoCompleted(&overlapped); }));
  std::array<char, 16> text{};
  EXPECT_EQ(recv(server.get(), text.data(), text.size(), 0), 5);
}

// More than 64 clients with wait-for-many.
TEST(Case, SixtyFiveEventsAreRefusedByBothWaits) {
  const Handle event = new_event(true, true);
  std::vector<HANDLE> handles(65, event.get());
  EXPECT_EQ(WSAWaitForMultipleEvents(65, handles.data(), FALSE, 0, FALSE), WSA_WAIT_FAILED);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
  EXPECT_EQ(WSAWaitForMultipleEvents(64, handles.data(), FALSE, 0, FALSE), WSA_WAIT_EVENT_0);
}

// A half-close killed the reply.
TEST(Case, EchoOfAMegabyteSurvivesTheClientsHalfClose) {
  constexpr std::size_t kBytes = 1'000'000;
  StreamPair pair = connected_pair();
  std::thread server([&] {
    std::array<char, 8192> buffer;
    for (;;) {
      const int bytes = recv(pair.server.get(), buffer.data(), buffer.size(), 0);
      EXPECT_GE(bytes, 0);
      if (bytes <= 0) break;
      EXPECT_EQ(send(pair.server.get(), buffer.data(), bytes, 0), bytes);
    }
    EXPECT_EQ(shutdown(pair.server.get(), SD_SEND), 0);
  });
  std::string echoed;
  std::thread reader([&] { echoed = receive_up_to(pair.client, kBytes); });
  const std::string text(kBytes, 'e');
  send_all(pair.client, text);
  ASSERT_EQ(shutdown(pair.client.get(), SD_SEND), 0);
  reader.join();
  server.join();
  EXPECT_EQ(echoed, text);
  char byte = 0;
  EXPECT_EQ(recv(pair.client.get(), &byte, 1, 0), 0) << "an end, not a reset";
}

// Calls that Linux quietly accepts and Windows refuses.
TEST(Case, SendToPortZeroIsRefused) {
  const Socket client = sender();
  const Address zero = loopback(0);
  EXPECT_EQ(sendto(client.get(), "x", 1, 0, zero.get(), zero.bytes()), SOCKET_ERROR);
  EXPECT_TRUE(WSAGetLastError() == WSAEADDRNOTAVAIL || WSAGetLastError() == WSAEINVAL);
}

// A non-blocking send of Windows takes everything or nothing.
TEST(Case, NonBlockingSendTakesTheWholeBufferOrNothing) {
  StreamPair pair = connected_pair();
  u_long on = 1;
  ASSERT_EQ(ioctlsocket(pair.client.get(), static_cast<long>(FIONBIO), &on), 0);
  const std::string large(20'000'000, 'l');
  ASSERT_EQ(send(pair.client.get(), large.data(), static_cast<int>(large.size()), 0),
            static_cast<int>(large.size()));
  int more = 0;
  for (int i = 0; i < 100 && more >= 0; ++i)
    more = send(pair.client.get(), large.data(), static_cast<int>(large.size()), 0);
  EXPECT_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
}

TEST(Case, BytesOfANonBlockingSendArriveAfterTheClose) {
  StreamPair pair = connected_pair();
  u_long on = 1;
  ASSERT_EQ(ioctlsocket(pair.client.get(), static_cast<long>(FIONBIO), &on), 0);
  const std::string large(5'000'000, 'l');
  ASSERT_EQ(send(pair.client.get(), large.data(), static_cast<int>(large.size()), 0),
            static_cast<int>(large.size()));
  pair.client.close();
  EXPECT_EQ(receive_up_to(pair.server, large.size()).size(), large.size());
}

TEST(Case, SocketWithoutTheOverlappedFlagBlocksAlthoughABlockIsGiven) {
  const Socket server(WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, 0));
  const Address any = loopback(0);
  ASSERT_EQ(bind(server.get(), any.get(), any.bytes()), 0);
  const Address address = address_of(server);
  std::thread later([&] { send_text(address, "at last"); });
  Receive receive;
  EXPECT_EQ(receive.start(server), 0);
  later.join();
  EXPECT_EQ(receive.text(), "at last");
  EXPECT_TRUE(HasOverlappedIoCompleted(&receive.overlapped));
}

TEST(Case, ConnectWhileConnectExIsPendingOrTwiceIsRefused) {
  StreamPair pair = connected_pair();
  const Address to = address_of(pair.server);
  EXPECT_EQ(connect(pair.client.get(), to.get(), to.bytes()), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEISCONN);
}
