// A system that has run out of something: the right result or a clear error, and nothing lost.
// Limits are Linux' own, hence this file's name.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>
#include <thread>
#include <vector>

#include "rio_fixture.hpp"

using namespace conformance;

namespace {

// Lowers a soft limit for as long as it lives.
class LowLimit {
 public:
  LowLimit(__rlimit_resource kind, rlim_t limit) : kind_(kind) {
    getrlimit(kind_, &before_);
    const rlimit low{limit, before_.rlim_max};
    EXPECT_EQ(setrlimit(kind_, &low), 0);
  }
  ~LowLimit() { setrlimit(kind_, &before_); }
  LowLimit(const LowLimit&) = delete;
  LowLimit& operator=(const LowLimit&) = delete;

 private:
  const __rlimit_resource kind_;
  rlimit before_{};
};

// Takes every descriptor that is left.
std::vector<Socket> sockets_until_none_is_left() {
  std::vector<Socket> sockets;
  for (int i = 0; i < 200; ++i) {
    const SOCKET socket = WSASocketW(AF_INET, SOCK_DGRAM, 0, nullptr, 0, WSA_FLAG_OVERLAPPED);
    if (socket == INVALID_SOCKET) break;
    sockets.emplace_back(socket);
  }
  EXPECT_LT(sockets.size(), 200U);
  return sockets;
}

// UBSan looks at objects through a pipe, so without descriptors it takes every object for damaged.
constexpr bool kSanitizerNeedsDescriptors =
#if defined(__SANITIZE_ADDRESS__)
    true;
#else
    false;
#endif

constexpr bool kUnderSanitizer =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

}  // namespace

TEST(Trouble, OutOfDescriptorsIsSaidAndOver) {
  if (kSanitizerNeedsDescriptors) GTEST_SKIP() << "the sanitizer needs descriptors of its own";
  const LowLimit limit(RLIMIT_NOFILE, 64);
  std::vector<Socket> sockets = sockets_until_none_is_left();
  EXPECT_EQ(WSAGetLastError(), WSAEMFILE);
  EXPECT_EQ(CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 0), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_NO_SYSTEM_RESOURCES));
  sockets.clear();
  EXPECT_NE(new_port().get(), nullptr);
}

TEST_F(Rio, WithoutDescriptorsACompletionQueueIsRefused) {
  if (kSanitizerNeedsDescriptors) GTEST_SKIP() << "the sanitizer needs descriptors of its own";
  const LowLimit limit(RLIMIT_NOFILE, 64);
  std::vector<Socket> sockets = sockets_until_none_is_left();
  EXPECT_EQ(rio.RIOCreateCompletionQueue(8, nullptr), RIO_INVALID_CQ);
  EXPECT_EQ(WSAGetLastError(), WSAENOBUFS);
  sockets.clear();
  open_polled(8, 8);
}

TEST(Trouble, AcceptWithoutDescriptorsFailsAndTheConnectionWaits) {
  if (kSanitizerNeedsDescriptors) GTEST_SKIP() << "the sanitizer needs descriptors of its own";
  Socket listener(WSASocketW(AF_INET, SOCK_STREAM, 0, nullptr, 0, WSA_FLAG_OVERLAPPED));
  const Address any = loopback(0);
  ASSERT_EQ(bind(listener.get(), any.get(), any.bytes()), 0);
  ASSERT_EQ(listen(listener.get(), 4), 0);
  const Address to = address_of(listener);
  const Socket client(WSASocketW(AF_INET, SOCK_STREAM, 0, nullptr, 0, WSA_FLAG_OVERLAPPED));
  ASSERT_EQ(connect(client.get(), to.get(), to.bytes()), 0);
  const LowLimit limit(RLIMIT_NOFILE, 64);
  std::vector<Socket> sockets = sockets_until_none_is_left();
  EXPECT_EQ(accept(listener.get(), nullptr, nullptr), INVALID_SOCKET);
  EXPECT_EQ(WSAGetLastError(), WSAEMFILE);
  sockets.clear();
  const Socket server(accept(listener.get(), nullptr, nullptr));
  EXPECT_NE(server.get(), INVALID_SOCKET);
}

TEST_F(Rio, LittleLockableMemoryIsNoReasonToFail) {
  const LowLimit limit(RLIMIT_MEMLOCK, 64 * 1024);
  std::vector<char> slab(1024 * 1024);
  const RIO_BUFFERID id = rio.RIORegisterBuffer(slab.data(), static_cast<DWORD>(slab.size()));
  ASSERT_NE(id, RIO_INVALID_BUFFERID);
  open_polled(8, 8);
  RIO_BUF data{id, 512 * 1024, 64};
  ASSERT_TRUE(rio.RIOReceive(rq, &data, 1, 0, nullptr));
  send("hello");
  EXPECT_EQ(dequeue(1)[0].BytesTransferred, 5U);
  rio.RIODeregisterBuffer(id);
}

TEST_F(Rio, LittleAddressSpaceRefusesWhatDoesNotFitAndNothingElse) {
  if (kUnderSanitizer) GTEST_SKIP() << "a sanitizer takes all of the address space for itself";
  rlimit now{};
  getrlimit(RLIMIT_AS, &now);
  std::size_t pages = 0;
  FILE* const file = std::fopen("/proc/self/statm", "r");
  ASSERT_EQ(std::fscanf(file, "%zu", &pages), 1);
  std::fclose(file);
  const LowLimit limit(RLIMIT_AS, pages * 4096 + 256 * 1024 * 1024);
  EXPECT_EQ(VirtualAlloc(nullptr, SIZE_T{1} << 30, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE),
            nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_NOT_ENOUGH_MEMORY));
  EXPECT_EQ(rio.RIOCreateCompletionQueue(RIO_MAX_CQ_SIZE, nullptr), RIO_INVALID_CQ);
  EXPECT_EQ(WSAGetLastError(), WSAENOBUFS);
  open_polled(8, 8);
  ASSERT_TRUE(post(0));
  send("x");
  EXPECT_EQ(dequeue(1).size(), 1U);
}

TEST(Trouble, SendsThatWaitForASlowPeerEndOnceWhenItResets) {
  const Handle port = new_port();
  const Socket listener(WSASocketW(AF_INET, SOCK_STREAM, 0, nullptr, 0, WSA_FLAG_OVERLAPPED));
  const Address any = loopback(0);
  ASSERT_EQ(bind(listener.get(), any.get(), any.bytes()), 0);
  ASSERT_EQ(listen(listener.get(), 4), 0);
  const Address to = address_of(listener);
  Socket client(WSASocketW(AF_INET, SOCK_STREAM, 0, nullptr, 0, WSA_FLAG_OVERLAPPED));
  ASSERT_EQ(connect(client.get(), to.get(), to.bytes()), 0);
  const Socket server(accept(listener.get(), nullptr, nullptr));
  ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), 1, 0), port.get());
  std::vector<char> large(20'000'000);
  std::vector<OVERLAPPED> blocks(4);
  int pending = 0;
  for (OVERLAPPED& block : blocks) {
    WSABUF buffer{static_cast<ULONG>(large.size()), large.data()};
    if (WSASend(server.get(), &buffer, 1, nullptr, 0, &block, nullptr) == 0 ||
        WSAGetLastError() == WSA_IO_PENDING) {
      ++pending;
    }
  }
  EXPECT_EQ(pending, 4);
  const linger now{1, 0};
  ASSERT_EQ(setsockopt(client.get(), SOL_SOCKET, SO_LINGER, reinterpret_cast<const char*>(&now),
                       sizeof now),
            0);
  client.close();
  for (int i = 0; i < pending; ++i) {
    const Packet packet = take(port.get());
    EXPECT_FALSE(packet.success);
    EXPECT_NE(packet.overlapped, nullptr);
  }
  EXPECT_EQ(take(port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST(Trouble, SocketsClosedInTheMiddleOfEverythingEndEverythingOnce) {
  const Handle port = new_port();
  for (int round = 0; round < 50; ++round) {
    Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
    const Address address = address_of(server);
    ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), 1, 0), port.get());
    std::vector<Receive> receives(32);
    std::thread sender_thread([&] {
      for (int i = 0; i < 64; ++i)
        send_text(address, "x");
    });
    std::size_t accepted = 0;
    // A second handle, so that two threads share a number and not an object of the test's.
    WSAPROTOCOL_INFOW information{};
    ASSERT_EQ(WSADuplicateSocketW(server.get(), GetCurrentProcessId(), &information), 0);
    const SOCKET shared = WSASocketW(FROM_PROTOCOL_INFO, FROM_PROTOCOL_INFO, FROM_PROTOCOL_INFO,
                                     &information, 0, WSA_FLAG_OVERLAPPED);
    server.close();
    std::thread closer([shared] { EXPECT_EQ(closesocket(shared), 0); });
    for (Receive& receive : receives) {
      WSABUF buffer{sizeof receive.data, receive.data};
      DWORD flags = 0;
      if (WSARecv(shared, &buffer, 1, nullptr, &flags, &receive.overlapped, nullptr) == 0 ||
          WSAGetLastError() == WSA_IO_PENDING) {
        ++accepted;
      }
    }
    closer.join();
    sender_thread.join();
    for (std::size_t i = 0; i < accepted; ++i)
      ASSERT_NE(take(port.get()).overlapped, nullptr) << i << " of " << accepted;
  }
  EXPECT_EQ(take(port.get(), kQuietMs).error, static_cast<DWORD>(WAIT_TIMEOUT));
}
