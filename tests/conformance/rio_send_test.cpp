// Sends.

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "rio_fixture.hpp"

using namespace conformance;

namespace {

struct RioSend : Rio {
  void SetUp() override {
    Rio::SetUp();
    if (IsSkipped()) return;
    open_polled(64, 0, 64);
    target = bound_socket(WSA_FLAG_OVERLAPPED);
    // The last slice holds the destination.
    const Address to = address_of(target);
    std::memcpy(slice_data(kSlices - 1), &to.inet, sizeof to.inet);
    remote = {buffer, (kSlices - 1) * kSliceBytes, sizeof(SOCKADDR_INET)};
  }

  [[nodiscard]] int send_slice(ULONG index, ULONG bytes, DWORD flags) {
    RIO_BUF data{buffer, index * kSliceBytes, bytes};
    return rio.RIOSendEx(rq, &data, 1, nullptr, &remote, nullptr, nullptr, flags,
                         reinterpret_cast<PVOID>(ULONG_PTR{index} + 1));
  }
  [[nodiscard]] std::string receive_text() const {
    char data[256] = {};
    const int bytes = recv(target.get(), data, sizeof data, 0);
    return bytes < 0 ? "error" : std::string(data, static_cast<std::size_t>(bytes));
  }

  Socket target;
  RIO_BUF remote{};
};

}  // namespace

TEST_F(RioSend, GoesToTheAddressInTheSliceAndReportsItsLength) {
  std::memcpy(slice_data(0), "outgoing", 8);
  ASSERT_TRUE(send_slice(0, 8, 0));
  const RIORESULT result = dequeue(1)[0];
  EXPECT_EQ(result.Status, 0);
  EXPECT_EQ(result.BytesTransferred, 8U);
  EXPECT_EQ(result.RequestContext, 1U);
  EXPECT_EQ(receive_text(), "outgoing");
}

TEST_F(RioSend, DeferredRunLeavesInOrderAfterTheCommit) {
  for (ULONG i = 0; i < 20; ++i) {
    std::memset(slice_data(i), static_cast<int>('a' + i), 10);
    ASSERT_TRUE(send_slice(i, 10, RIO_MSG_DEFER));
  }
  ASSERT_TRUE(rio.RIOSend(rq, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr));
  const auto results = dequeue(20);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(results[i].RequestContext, i + 1);
    EXPECT_EQ(results[i].BytesTransferred, 10U);
    EXPECT_EQ(receive_text(), std::string(10, static_cast<char>('a' + i)));
  }
}

TEST_F(RioSend, RunsOfDifferentLengthsKeepTheirBoundaries) {
  for (ULONG i = 0; i < 10; ++i) {
    std::memset(slice_data(i), static_cast<int>('0' + i), kSliceBytes);
    ASSERT_TRUE(send_slice(i, i % 3 * 5, i == 9 ? 0 : static_cast<DWORD>(RIO_MSG_DEFER)));
  }
  EXPECT_EQ(dequeue(10).size(), 10U);
  for (ULONG i = 0; i < 10; ++i) {
    EXPECT_EQ(receive_text(), std::string(i % 3 * 5, static_cast<char>('0' + i)));
  }
}

TEST_F(RioSend, ConnectedSocketNeedsNoAddress) {
  const Address to = address_of(target);
  ASSERT_EQ(connect(socket.get(), to.get(), to.bytes()), 0);
  std::memcpy(slice_data(0), "direct", 6);
  RIO_BUF data{buffer, 0, 6};
  ASSERT_TRUE(rio.RIOSend(rq, &data, 1, 0, nullptr));
  EXPECT_EQ(dequeue(1)[0].Status, 0);
  EXPECT_EQ(receive_text(), "direct");
}

TEST_F(RioSend, ClosedPortOfThePeerIsNotReported) {
  target.close();
  for (ULONG i = 0; i < 5; ++i)
    ASSERT_TRUE(send_slice(0, 8, 0));
  for (const RIORESULT& result : dequeue(5))
    EXPECT_EQ(result.Status, 0);
}

TEST_F(RioSend, LimitOfTheDirectionIsKept) {
  for (ULONG i = 0; i < 64; ++i)
    ASSERT_TRUE(send_slice(0, 8, RIO_MSG_DEFER)) << i;
  EXPECT_FALSE(send_slice(0, 8, 0));
  EXPECT_EQ(WSAGetLastError(), WSAENOBUFS);
}

TEST_F(RioSend, ReceiveIsRefusedWhereTheDirectionHasNoCapacity) {
  EXPECT_FALSE(post(0));
  EXPECT_EQ(WSAGetLastError(), WSAENOBUFS);
}
