// Plain datagram calls, and where Linux would be laxer than Windows.

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "loopback.hpp"

using namespace conformance;

TEST(Datagram, BlockingReceiveGetsWhatWasSentAndByWhom) {
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  const Socket client = sender();
  send_text(client, address_of(socket), "plain");
  char data[64] = {};
  Address from;
  int from_bytes = sizeof from.inet;
  EXPECT_EQ(recvfrom(socket.get(), data, sizeof data, 0, reinterpret_cast<sockaddr*>(&from.inet),
                     &from_bytes),
            5);
  EXPECT_EQ(std::string(data, 5), "plain");
  EXPECT_EQ(from.port(), address_of(client).port());
}

TEST(Datagram, TruncationIsAnErrorThatFillsTheBuffer) {
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  send_text(address_of(socket), "0123456789");
  char data[4] = {};
  EXPECT_EQ(recv(socket.get(), data, sizeof data, 0), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEMSGSIZE);
  EXPECT_EQ(std::string(data, 4), "0123");
}

TEST(Datagram, NonBlockingReceiveOfNothingWouldBlock) {
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  u_long on = 1;
  ASSERT_EQ(ioctlsocket(socket.get(), static_cast<long>(FIONBIO), &on), 0);
  char data[4] = {};
  EXPECT_EQ(recv(socket.get(), data, sizeof data, 0), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
}

TEST(Datagram, ReceiveTimeOutEndsABlockingReceive) {
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  DWORD milliseconds = 20;
  ASSERT_EQ(setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO,
                       reinterpret_cast<const char*>(&milliseconds), sizeof milliseconds),
            0);
  char data[4] = {};
  EXPECT_EQ(recv(socket.get(), data, sizeof data, 0), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAETIMEDOUT);
}

TEST(Datagram, PeekLeavesTheDatagram) {
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  send_text(address_of(socket), "twice");
  char data[8] = {};
  EXPECT_EQ(recv(socket.get(), data, sizeof data, MSG_PEEK), 5);
  EXPECT_EQ(recv(socket.get(), data, sizeof data, 0), 5);
}

TEST(Datagram, ClosingTheSocketEndsABlockedReceive) {
  Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  const SOCKET raw = socket.get();
  std::atomic<bool> started{false};
  int result = 0;
  std::thread reader([&] {
    char data[4] = {};
    started = true;
    result = recv(raw, data, sizeof data, 0);
  });
  ASSERT_TRUE(eventually([&] { return started.load(); }));
  socket.close();
  reader.join();
  EXPECT_EQ(result, SOCKET_ERROR);
}

TEST(Datagram, ATakenPortIsRefusedEvenWithReuseAddress) {
  const Socket first = bound_socket(WSA_FLAG_OVERLAPPED);
  const Socket second(WSASocketW(AF_INET, SOCK_DGRAM, 0, nullptr, 0, WSA_FLAG_OVERLAPPED));
  const Address taken = address_of(first);
  EXPECT_EQ(bind(second.get(), taken.get(), taken.bytes()), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEADDRINUSE);
}

TEST(Datagram, APortIsFreeAgainRightAfterTheClose) {
  Socket first = bound_socket(WSA_FLAG_OVERLAPPED);
  const Address address = address_of(first);
  first.close();
  const Socket second(WSASocketW(AF_INET, SOCK_DGRAM, 0, nullptr, 0, WSA_FLAG_OVERLAPPED));
  EXPECT_EQ(bind(second.get(), address.get(), address.bytes()), 0);
}

TEST(Datagram, SendToTheUnspecifiedAddressIsRefused) {
  const Socket client = sender();
  Address nowhere = loopback(4711);
  nowhere.inet.Ipv4.sin_addr.s_addr = 0;
  EXPECT_EQ(sendto(client.get(), "x", 1, 0, nowhere.get(), nowhere.bytes()), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEADDRNOTAVAIL);
}

TEST(Datagram, TooShortAnAddressIsRefused) {
  const Socket client = sender();
  const Address to = loopback(4711);
  EXPECT_EQ(sendto(client.get(), "x", 1, 0, to.get(), 4), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEFAULT);
}

TEST(Datagram, MoreThan65507BytesAreRefused) {
  const Socket client = sender();
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  const Address to = address_of(socket);
  const std::string large(65'508, 'z');
  EXPECT_EQ(sendto(client.get(), large.data(), 65'508, 0, to.get(), to.bytes()), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEMSGSIZE);
  EXPECT_EQ(sendto(client.get(), large.data(), 65'507, 0, to.get(), to.bytes()), 65'507);
}

TEST(Datagram, PortUnreachableIsReportedToAReceiveNotToASend) {
  Socket gone = bound_socket(WSA_FLAG_OVERLAPPED);
  const Address nobody = address_of(gone);
  gone.close();
  const Socket client = sender();
  ASSERT_EQ(connect(client.get(), nobody.get(), nobody.bytes()), 0);
  EXPECT_EQ(send(client.get(), "x", 1, 0), 1);
  EXPECT_EQ(send(client.get(), "y", 1, 0), 1);
  u_long on = 1;
  ASSERT_EQ(ioctlsocket(client.get(), static_cast<long>(FIONBIO), &on), 0);
  char data[4] = {};
  EXPECT_TRUE(eventually([&] {
    return recv(client.get(), data, sizeof data, 0) == SOCKET_ERROR &&
           WSAGetLastError() == WSAECONNRESET;
  }));
}

TEST(Datagram, ConnectionResetReportsCanBeTurnedOff) {
  const Socket client = sender();
  BOOL off = FALSE;
  DWORD bytes = 0;
  EXPECT_EQ(WSAIoctl(client.get(), SIO_UDP_CONNRESET, &off, sizeof off, nullptr, 0, &bytes, nullptr,
                     nullptr),
            0);
}

TEST(Datagram, Ipv6SocketsAreV6OnlyByDefault) {
  const Socket six(WSASocketW(AF_INET6, SOCK_DGRAM, 0, nullptr, 0, WSA_FLAG_OVERLAPPED));
  DWORD only = 0;
  int bytes = sizeof only;
  ASSERT_EQ(
      getsockopt(six.get(), IPPROTO_IPV6, IPV6_V6ONLY, reinterpret_cast<char*>(&only), &bytes), 0);
  EXPECT_EQ(only, 1U);
}

TEST(Datagram, CallsOnAClosedSocketFail) {
  Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  const SOCKET stale = socket.get();
  socket.close();
  char data[4] = {};
  EXPECT_EQ(recv(stale, data, sizeof data, 0), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAENOTSOCK);
  EXPECT_EQ(closesocket(stale), SOCKET_ERROR);
}

TEST(Datagram, NumbersThatAreNoSocketsAreRefused) {
  EXPECT_EQ(closesocket(INVALID_SOCKET), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAENOTSOCK);
  EXPECT_EQ(closesocket(0), SOCKET_ERROR);
}

TEST(AddressText, GoesThereAndBack) {
  for (const char* const text : {"127.0.0.1:5000", "127.0.0.1"}) {
    std::string copy = text;
    SOCKADDR_IN address{};
    INT bytes = sizeof address;
    ASSERT_EQ(WSAStringToAddressA(copy.data(), AF_INET, nullptr,
                                  reinterpret_cast<sockaddr*>(&address), &bytes),
              0);
    char back[64];
    DWORD room = sizeof back;
    ASSERT_EQ(WSAAddressToStringA(reinterpret_cast<sockaddr*>(&address), static_cast<DWORD>(bytes),
                                  nullptr, back, &room),
              0);
    EXPECT_STREQ(back, text);
  }
}

TEST(AddressText, ThatIsNoneIsRefused) {
  std::string text = "nowhere";
  SOCKADDR_IN address{};
  INT bytes = sizeof address;
  EXPECT_EQ(WSAStringToAddressA(text.data(), AF_INET, nullptr,
                                reinterpret_cast<sockaddr*>(&address), &bytes),
            SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
}

TEST(HostName, IsFoundAndGivesAnAddress) {
  char name[256];
  ASSERT_EQ(gethostname(name, sizeof name), 0);
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST;
  addrinfo* found = nullptr;
  ASSERT_EQ(getaddrinfo("127.0.0.1", "80", &hints, &found), 0);
  EXPECT_EQ(found->ai_family, AF_INET);
  EXPECT_EQ(ntohs(reinterpret_cast<const SOCKADDR_IN*>(found->ai_addr)->sin_port), 80);
  freeaddrinfo(found);
  EXPECT_EQ(getaddrinfo("not a number", "80", &hints, &found), WSAHOST_NOT_FOUND);
}
