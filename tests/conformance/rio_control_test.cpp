// Control messages of RIOReceiveEx and RIOSendEx, and what else the Ex functions tell.

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "rio_fixture.hpp"

using namespace conformance;

namespace {

constexpr ULONG kControlSlice = 1;  // and the next three, for room
constexpr ULONG kControlBytes = 4 * 64;
constexpr ULONG kFlagsSlice = 8;
constexpr ULONG kRemoteSlice = 9;

class RioControl : public Rio {
 protected:
  [[nodiscard]] RIO_BUF control_slice() const {
    return {buffer, kControlSlice * kSliceBytes, kControlBytes};
  }
  [[nodiscard]] auto* control() {
    return reinterpret_cast<RIO_CMSG_BUFFER*>(slice_data(kControlSlice));
  }
  void want_packet_information() {
    const DWORD on = 1;
    ASSERT_EQ(setsockopt(socket.get(), IPPROTO_IP, IP_PKTINFO, reinterpret_cast<const char*>(&on),
                         sizeof on),
              0);
  }
  [[nodiscard]] BOOL post_with_control(ULONG bytes = kSliceBytes) {
    RIO_BUF data{buffer, 0, bytes};
    RIO_BUF messages = control_slice();
    RIO_BUF flags{buffer, kFlagsSlice * kSliceBytes, sizeof(ULONG)};
    return rio.RIOReceiveEx(rq, &data, 1, nullptr, nullptr, &messages, &flags, 0, nullptr);
  }
  [[nodiscard]] ULONG flags() {
    ULONG value = 0;
    std::memcpy(&value, slice_data(kFlagsSlice), sizeof value);
    return value;
  }
};

}  // namespace

TEST_F(RioControl, PacketInformationTellsTheDestination) {
  open_polled(8, 8);
  want_packet_information();
  ASSERT_TRUE(post_with_control());
  send("hello");
  (void)dequeue(1);
  const WSACMSGHDR* const first = RIO_CMSG_FIRSTHDR(control());
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->cmsg_level, IPPROTO_IP);
  EXPECT_EQ(first->cmsg_type, IP_PKTINFO);
  IN_PKTINFO information{};
  std::memcpy(&information, WSA_CMSG_DATA(first), sizeof information);
  EXPECT_EQ(information.ipi_addr.s_addr, address.inet.Ipv4.sin_addr.s_addr);
  EXPECT_EQ(flags(), 0U);
}

TEST_F(RioControl, TotalLengthCountsTheBaseHeader) {
  open_polled(8, 8);
  ASSERT_TRUE(post_with_control());
  send("no option is on");
  (void)dequeue(1);
  EXPECT_EQ(control()->TotalLength, RIO_CMSG_BASE_SIZE);
  EXPECT_EQ(RIO_CMSG_FIRSTHDR(control()), nullptr);
}

TEST_F(RioControl, TruncationIsInTheFlags) {
  open_polled(8, 8);
  ASSERT_TRUE(post_with_control(4));
  send("longer than four");
  EXPECT_EQ(dequeue(1)[0].Status, ERROR_MORE_DATA);
  EXPECT_NE(flags(), 0U);
}

TEST_F(RioControl, ControlSliceWithoutRoomForItsHeaderIsRefused_OurChoice) {
  open_polled(8, 8);
  RIO_BUF data = slice(0);
  RIO_BUF messages{buffer, kControlSlice * kSliceBytes, 4};
  EXPECT_FALSE(rio.RIOReceiveEx(rq, &data, 1, nullptr, nullptr, &messages, nullptr, 0, nullptr));
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST_F(RioControl, SenderChoosesItsAddress) {
  open_polled(8, 0, 8);
  const Socket receiver = bound_socket(WSA_FLAG_OVERLAPPED);
  const Address to = address_of(receiver);
  std::memcpy(slice_data(kRemoteSlice), &to.inet, sizeof to.inet);
  std::memcpy(slice_data(0), "hello", 5);
  control()->TotalLength =
      static_cast<ULONG>(RIO_CMSG_BASE_SIZE + WSA_CMSG_LEN(sizeof(IN_PKTINFO)));
  WSACMSGHDR* const message = RIO_CMSG_FIRSTHDR(control());
  message->cmsg_len = WSA_CMSG_LEN(sizeof(IN_PKTINFO));
  message->cmsg_level = IPPROTO_IP;
  message->cmsg_type = IP_PKTINFO;
  IN_PKTINFO information{};
  information.ipi_addr = address.inet.Ipv4.sin_addr;
  std::memcpy(WSA_CMSG_DATA(message), &information, sizeof information);
  RIO_BUF data{buffer, 0, 5};
  RIO_BUF remote{buffer, kRemoteSlice * kSliceBytes, sizeof(SOCKADDR_INET)};
  RIO_BUF messages = control_slice();
  ASSERT_TRUE(rio.RIOSendEx(rq, &data, 1, nullptr, &remote, &messages, nullptr, 0, nullptr));
  EXPECT_EQ(dequeue(1)[0].Status, 0);
  char text[8];
  SOCKADDR_INET from{};
  int bytes = sizeof from;
  EXPECT_EQ(
      recvfrom(receiver.get(), text, sizeof text, 0, reinterpret_cast<sockaddr*>(&from), &bytes),
      5);
  EXPECT_EQ(from.Ipv4.sin_addr.s_addr, address.inet.Ipv4.sin_addr.s_addr);
}

TEST_F(RioControl, ControlShorterThanItsHeaderMakesTheSendFail) {
  open_polled(8, 0, 8);
  control()->TotalLength = 4;
  std::memcpy(slice_data(kRemoteSlice), &address.inet, sizeof address.inet);
  RIO_BUF data{buffer, 0, 5};
  RIO_BUF remote{buffer, kRemoteSlice * kSliceBytes, sizeof(SOCKADDR_INET)};
  RIO_BUF messages = control_slice();
  if (!rio.RIOSendEx(rq, &data, 1, nullptr, &remote, &messages, nullptr, 0, nullptr)) {
    EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
    return;
  }
  EXPECT_EQ(dequeue(1)[0].Status, WSAEINVAL);
}

// A server on every address answers from the one it was asked at.
TEST_F(RioControl, LocalAddressTellsWhichOfManyWasAsked) {
  socket = Socket(WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, WSA_FLAG_REGISTERED_IO));
  Address any;
  any.inet.si_family = AF_INET;
  ASSERT_EQ(bind(socket.get(), any.get(), any.bytes()), 0);
  open_polled(8, 8);
  RIO_BUF data = slice(0);
  RIO_BUF local{buffer, kRemoteSlice * kSliceBytes, sizeof(SOCKADDR_INET)};
  ASSERT_TRUE(rio.RIOReceiveEx(rq, &data, 1, &local, nullptr, nullptr, nullptr, 0, nullptr));
  Address second = loopback(address_of(socket).port());
  ASSERT_EQ(inet_pton(AF_INET, "127.0.0.2", &second.inet.Ipv4.sin_addr), 1);
  send_text(second, "to the second address");
  (void)dequeue(1);
  SOCKADDR_INET asked{};
  std::memcpy(&asked, slice_data(kRemoteSlice), sizeof asked);
  EXPECT_EQ(asked.Ipv4.sin_addr.s_addr, second.inet.Ipv4.sin_addr.s_addr);
  EXPECT_EQ(ntohs(asked.Ipv4.sin_port), second.port());
}
