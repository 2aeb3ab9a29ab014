#include "drain.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace bench {

void fail(const char* what) {
  std::fprintf(stderr, "%s failed with %d\n", what, WSAGetLastError());
  std::exit(1);
}

std::chrono::duration<double> thread_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

Loopback::Loopback(DWORD flags)
    : receiver_(WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, flags)),
      sender_(WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, WSA_FLAG_OVERLAPPED)) {
  address_ = {};
  address_.sin_family = AF_INET;
  address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int all = 0x7fffffff;
  int bytes = sizeof address_;
  if (setsockopt(receiver_, SOL_SOCKET, SO_RCVBUF, reinterpret_cast<const char*>(&all),
                 sizeof all) != 0 ||
      bind(receiver_, reinterpret_cast<const sockaddr*>(&address_), bytes) != 0 ||
      getsockname(receiver_, reinterpret_cast<sockaddr*>(&address_), &bytes) != 0 ||
      connect(sender_, reinterpret_cast<const sockaddr*>(&address_), bytes) != 0) {
    fail("the loopback sockets");
  }
}

Loopback::~Loopback() {
  closesocket(receiver_);
  closesocket(sender_);
}

void Loopback::fill(std::size_t datagrams) const {
  static const std::vector<char> payload(kDatagramBytes);
  for (std::size_t i = 0; i < datagrams; ++i) {
    if (send(sender_, payload.data(), kDatagramBytes, 0) != kDatagramBytes) fail("send");
  }
}

}  // namespace bench
