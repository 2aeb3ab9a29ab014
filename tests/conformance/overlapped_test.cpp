// Overlapped receives without a port: events, results, lifetimes.

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "loopback.hpp"

using namespace conformance;

namespace {

struct Overlapped : testing::Test {
  Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  Address address = address_of(socket);
  Handle event = new_event(true);
  Receive receive;

  void SetUp() override { receive.overlapped.hEvent = event.get(); }
  BOOL result(DWORD& bytes, BOOL wait) {
    DWORD flags = 0;
    return WSAGetOverlappedResult(socket.get(), &receive.overlapped, &bytes, wait, &flags);
  }
};

}  // namespace

TEST_F(Overlapped, EventIsResetAtTheStartAndSetAtTheEnd) {
  EXPECT_TRUE(SetEvent(event.get()));
  ASSERT_TRUE(receive.start_pending(socket));
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
  send_text(address, "done");
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
}

TEST_F(Overlapped, ResultIsIncompleteWhilePendingAndThenHasTheBytes) {
  DWORD bytes = 0;
  ASSERT_TRUE(receive.start_pending(socket));
  EXPECT_FALSE(HasOverlappedIoCompleted(&receive.overlapped));
  EXPECT_FALSE(result(bytes, FALSE));
  EXPECT_EQ(WSAGetLastError(), WSA_IO_INCOMPLETE);
  send_text(address, "seven..");
  EXPECT_TRUE(result(bytes, TRUE));
  EXPECT_EQ(bytes, 7U);
  EXPECT_TRUE(HasOverlappedIoCompleted(&receive.overlapped));
}

TEST_F(Overlapped, CompletesWhileTheProgramOnlyLooksAtTheBlock) {
  ASSERT_TRUE(receive.start_pending(socket));
  send_text(address, "unattended");
  EXPECT_TRUE(eventually([&] { return HasOverlappedIoCompleted(&receive.overlapped); }));
}

TEST_F(Overlapped, TruncatedDatagramReportsMessageSize) {
  DWORD bytes = 0;
  ASSERT_TRUE(receive.start_pending(socket));
  send_text(address, std::string(100, 'y'));
  EXPECT_FALSE(result(bytes, TRUE));
  EXPECT_EQ(WSAGetLastError(), WSAEMSGSIZE);
  EXPECT_EQ(receive.data[63], 'y');
}

TEST_F(Overlapped, NonBlockingModeDoesNotTouchOverlappedCalls) {
  u_long on = 1;
  ASSERT_EQ(ioctlsocket(socket.get(), static_cast<long>(FIONBIO), &on), 0);
  EXPECT_TRUE(receive.start_pending(socket));
  send_text(address, "x");
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
}

TEST_F(Overlapped, ReceiveTimeOutDoesNotTouchOverlappedCalls) {
  DWORD milliseconds = 10;
  ASSERT_EQ(setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO,
                       reinterpret_cast<const char*>(&milliseconds), sizeof milliseconds),
            0);
  ASSERT_TRUE(receive.start_pending(socket));
  EXPECT_EQ(WaitForSingleObject(event.get(), kQuietMs), static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST_F(Overlapped, ReceiveFromTellsTheSender) {
  SOCKADDR_INET from{};
  INT from_bytes = sizeof from;
  WSABUF buffer{sizeof receive.data, receive.data};
  DWORD flags = 0;
  ASSERT_EQ(
      WSARecvFrom(socket.get(), &buffer, 1, nullptr, &flags, reinterpret_cast<sockaddr*>(&from),
                  &from_bytes, &receive.overlapped, nullptr),
      SOCKET_ERROR);
  ASSERT_EQ(WSAGetLastError(), WSA_IO_PENDING);
  const Socket client = sender();
  send_text(client, address, "who");
  ASSERT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  EXPECT_EQ(ntohs(from.Ipv4.sin_port), address_of(client).port());
  EXPECT_EQ(from_bytes, static_cast<INT>(sizeof(sockaddr_in)));
}

TEST_F(Overlapped, WorksOverIpv6) {
  const Socket six = bound_socket(WSA_FLAG_OVERLAPPED, AF_INET6);
  ASSERT_TRUE(receive.start_pending(six));
  send_text(address_of(six), "v6");
  EXPECT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
}

TEST(OverlappedCall, WithoutBuffersIsRefused) {
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  OVERLAPPED overlapped{};
  DWORD flags = 0;
  WSABUF none{};
  EXPECT_EQ(WSARecv(socket.get(), &none, 0, nullptr, &flags, &overlapped, nullptr), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST(OverlappedCall, OnAnUnboundSocketIsRefused) {
  const Socket socket(WSASocketW(AF_INET, SOCK_DGRAM, 0, nullptr, 0, WSA_FLAG_OVERLAPPED));
  Receive receive;
  EXPECT_EQ(receive.start(socket), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}
