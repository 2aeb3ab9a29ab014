// RIO on streams: partial receives, waiting for all, the end, a reset, order, sends that are whole.

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <thread>

#include "rio_fixture.hpp"

using namespace conformance;

namespace {

Socket stream(DWORD flags) {
  return Socket(WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, nullptr, 0, flags));
}

class RioStream : public Rio {
 protected:
  void SetUp() override {
    Rio::SetUp();
    if (IsSkipped()) return;
    const Socket listener = stream(WSA_FLAG_REGISTERED_IO);
    const Address any = loopback(0);
    ASSERT_EQ(bind(listener.get(), any.get(), any.bytes()), 0);
    ASSERT_EQ(listen(listener.get(), 4), 0);
    const Address to = address_of(listener);
    peer = stream(WSA_FLAG_OVERLAPPED);
    ASSERT_EQ(connect(peer.get(), to.get(), to.bytes()), 0);
    // From a flagged listener: fit for RIO, although accept() made it.
    socket = Socket(accept(listener.get(), nullptr, nullptr));
    ASSERT_NE(socket.get(), INVALID_SOCKET);
  }
  void say(const std::string& text) {
    ASSERT_EQ(::send(peer.get(), text.data(), static_cast<int>(text.size()), 0),
              static_cast<int>(text.size()));
  }
  [[nodiscard]] BOOL post_send(ULONG index, ULONG bytes, DWORD flags = 0) {
    RIO_BUF data{buffer, index * kSliceBytes, bytes};
    return rio.RIOSend(rq, &data, 1, flags, reinterpret_cast<PVOID>(ULONG_PTR{index} + 1));
  }
  [[nodiscard]] std::string text(ULONG index, ULONG bytes) { return {slice_data(index), bytes}; }
  void reset_peer() {
    const linger now{1, 0};
    ASSERT_EQ(setsockopt(peer.get(), SOL_SOCKET, SO_LINGER, reinterpret_cast<const char*>(&now),
                         sizeof now),
              0);
    peer.close();
  }
  [[nodiscard]] std::string read_from_peer(std::size_t bytes) {
    std::string all(bytes, '\0');
    std::size_t got = 0;
    while (got < bytes) {
      const int more = recv(peer.get(), all.data() + got, static_cast<int>(bytes - got), 0);
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    all.resize(got);
    return all;
  }

  Socket peer;
};

}  // namespace

TEST_F(RioStream, AcceptedSocketOfAFlaggedListenerCanHaveARequestQueue) {
  open_polled(8, 4, 4);
}

TEST_F(RioStream, ReceiveEndsWithWhatIsThere) {
  open_polled(8, 4, 4);
  ASSERT_TRUE(post(0));
  say("part");
  const auto results = dequeue(1);
  EXPECT_EQ(results[0].Status, 0);
  EXPECT_EQ(results[0].BytesTransferred, 4U);
  EXPECT_EQ(text(0, 4), "part");
}

TEST_F(RioStream, EarlierSlicesGetEarlierBytes) {
  open_polled(8, 4, 4);
  post_all(3);
  say(std::string(64, 'a') + std::string(64, 'b') + "c");
  const auto results = dequeue(3);
  EXPECT_EQ(text(0, 64), std::string(64, 'a'));
  EXPECT_EQ(text(1, 64), std::string(64, 'b'));
  EXPECT_EQ(results[2].BytesTransferred, 1U);
}

TEST_F(RioStream, WaitAllIsReportedWhenTheSliceIsFull) {
  open_polled(8, 4, 4);
  ASSERT_TRUE(post(0, RIO_MSG_WAITALL));
  say(std::string(30, 'x'));
  EXPECT_TRUE(stays_empty());
  say(std::string(40, 'y'));
  const auto results = dequeue(1);
  EXPECT_EQ(results[0].BytesTransferred, 64U);
  EXPECT_EQ(text(0, 64), std::string(30, 'x') + std::string(34, 'y'));
  ASSERT_TRUE(post(1));
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 6U) << "the rest belongs to the next receive";
}

TEST_F(RioStream, WaitAllIsCutShortByTheEnd) {
  open_polled(8, 4, 4);
  ASSERT_TRUE(post(0, RIO_MSG_WAITALL));
  say("short");
  ASSERT_EQ(shutdown(peer.get(), SD_SEND), 0);
  const auto results = dequeue(1);
  EXPECT_EQ(results[0].Status, 0);
  EXPECT_EQ(results[0].BytesTransferred, 5U);
}

TEST_F(RioStream, OrderlyEndIsASuccessOfZeroBytesForEachReceive) {
  open_polled(8, 4, 4);
  post_all(2);
  peer.close();
  for (const RIORESULT& result : dequeue(2)) {
    EXPECT_EQ(result.Status, 0);
    EXPECT_EQ(result.BytesTransferred, 0U);
  }
  ASSERT_TRUE(post(2));
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 0U);
}

TEST_F(RioStream, DataComesBeforeTheEnd) {
  open_polled(8, 4, 4);
  say("last words");
  peer.close();
  post_all(2);
  const auto results = dequeue(2);
  EXPECT_EQ(results[0].BytesTransferred, 10U);
  EXPECT_EQ(results[1].BytesTransferred, 0U);
}

TEST_F(RioStream, ResetEndsEveryOutstandingReceive) {
  open_polled(8, 4, 4);
  post_all(3);
  reset_peer();
  for (const RIORESULT& result : dequeue(3))
    EXPECT_EQ(result.Status, WSAECONNRESET);
}

TEST_F(RioStream, SendsGoOutInOrderAndReportTheirFullLength) {
  open_polled(16, 4, 8);
  for (ULONG i = 0; i < 8; ++i) {
    std::fill_n(slice_data(i), kSliceBytes, static_cast<char>('a' + i));
    ASSERT_TRUE(post_send(i, kSliceBytes, i < 7 ? RIO_MSG_DEFER : 0));
  }
  const auto results = dequeue(8);
  for (ULONG i = 0; i < 8; ++i) {
    EXPECT_EQ(results[i].BytesTransferred, kSliceBytes);
    EXPECT_EQ(results[i].RequestContext, i + 1);
  }
  const std::string all = read_from_peer(8 * kSliceBytes);
  for (ULONG i = 0; i < 8; ++i)
    EXPECT_EQ(all[i * kSliceBytes], static_cast<char>('a' + i));
}

TEST_F(RioStream, LargeSendCompletesWholeWhileThePeerReads) {
  std::vector<char> large(4'000'000);
  std::iota(large.begin(), large.end(), char{0});
  const RIO_BUFFERID id = rio.RIORegisterBuffer(large.data(), static_cast<DWORD>(large.size()));
  ASSERT_NE(id, RIO_INVALID_BUFFERID);
  open_polled(8, 1, 1);
  RIO_BUF whole{id, 0, static_cast<ULONG>(large.size())};
  ASSERT_TRUE(rio.RIOSend(rq, &whole, 1, 0, nullptr));
  std::string received;
  std::thread reader([&] { received = read_from_peer(large.size()); });
  const auto results = dequeue(1);
  reader.join();
  EXPECT_EQ(results[0].Status, 0);
  EXPECT_EQ(results[0].BytesTransferred, large.size());
  EXPECT_TRUE(std::equal(large.begin(), large.end(), received.begin(), received.end()));
  rio.RIODeregisterBuffer(id);
}

TEST_F(RioStream, SendToAResetPeerReportsTheReset) {
  open_polled(8, 4, 4);
  ASSERT_TRUE(post(0));
  reset_peer();
  EXPECT_EQ(dequeue(1)[0].Status, WSAECONNRESET);
  if (post_send(1, 4)) {
    EXPECT_NE(dequeue(1)[0].Status, 0);
  }
}

TEST_F(RioStream, CloseEndsWhatIsOutstanding) {
  open_polled(8, 4, 4);
  post_all(4);
  socket.close();
  for (const RIORESULT& result : dequeue(4))
    EXPECT_NE(result.Status, 0);
}

TEST_F(RioStream, NotificationFiresForData) {
  open_event(8, 4);
  ASSERT_TRUE(post(0));
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
  say("x");
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 1U);
}

TEST_F(Rio, ReceiveOnAnUnconnectedStreamIsRefused) {
  socket = stream(WSA_FLAG_REGISTERED_IO);
  open_polled(8, 4, 4);
  EXPECT_FALSE(post(0));
  EXPECT_EQ(WSAGetLastError(), WSAENOTCONN);
}

TEST_F(Rio, StreamMayBeConnectedAfterItsRequestQueueIsMade) {
  const Socket listener = stream(WSA_FLAG_OVERLAPPED);
  const Address any = loopback(0);
  ASSERT_EQ(bind(listener.get(), any.get(), any.bytes()), 0);
  ASSERT_EQ(listen(listener.get(), 4), 0);
  socket = stream(WSA_FLAG_REGISTERED_IO);
  open_polled(8, 4, 4);
  const Address to = address_of(listener);
  ASSERT_EQ(connect(socket.get(), to.get(), to.bytes()), 0);
  const Socket accepted(accept(listener.get(), nullptr, nullptr));
  ASSERT_TRUE(post(0));
  ASSERT_EQ(::send(accepted.get(), "hello", 5, 0), 5);
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 5U);
}
