#include "guard.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "harness/error.hpp"
#include "harness/server_socket.hpp"
#include "harness/stop_mark.hpp"
#include "rio/strict.hpp"

namespace harness {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestSleep{100};
constexpr milliseconds kShortestSleep{1};
constexpr DWORD kBetweenWakeUpsMilliseconds = 50;
constexpr int kWakeUps = 200;

// A server on 0.0.0.0 or :: is reached through the loopback address.
SOCKADDR_INET reachable(SOCKADDR_INET address) {
  if (address.si_family == AF_INET6) {
    auto& bytes = address.Ipv6.sin6_addr.s6_addr;
    if (std::ranges::all_of(bytes, [](auto byte) { return byte == 0; })) bytes[15] = 1;
  } else if (address.Ipv4.sin_addr.s_addr == htonl(INADDR_ANY)) {
    address.Ipv4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  }
  return address;
}

// No clean end is left: a thread is stuck in a call, and its stack holds what it works on.
[[noreturn]] void give_up() {
  fmt::print(stderr, "the run has ended, but the server does not come back; giving up\n");
  // In strict mode the queues may tell why; otherwise nothing is known.
  std::ranges::for_each(rio::find_stalled(), rio::print_mistake);
  std::_Exit(1);
}

}  // namespace

Guard::Guard(Run& run, const SOCKADDR_INET& server)
    : run_(run),
      server_(reachable(server)),
      socket_(WSASocketW(server.si_family, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, 0)),
      returned_(CreateEventA(nullptr, TRUE, FALSE, nullptr)) {
  check(socket_.get() != INVALID_SOCKET, "WSASocketW");
  check(returned_.get() != nullptr, "CreateEventA");
  thread_ = std::thread([this] { watch(); });
}

Guard::~Guard() {
  SetEvent(returned_.get());
  thread_.join();
}

void Guard::watch() {
  wait_for_stop();
  // A server that counted the stop datagram itself needs no waking, unless it has more threads.
  const bool is_awake = run_.reason() == StopReason::stop_datagram;
  DWORD wait = is_awake ? kBetweenWakeUpsMilliseconds : 0;
  for (int wake_up = 0; wake_up < kWakeUps; ++wake_up) {
    if (WaitForSingleObject(returned_.get(), wait) == WAIT_OBJECT_0) return;
    wake_server();
    wait = kBetweenWakeUpsMilliseconds;
  }
  give_up();
}

void Guard::wait_for_stop() {
  while (WaitForSingleObject(run_.stop_event(), next_look_milliseconds()) == WAIT_TIMEOUT) {
    look();
  }
}

DWORD Guard::next_look_milliseconds() const {
  const Options& options = run_.options();
  if (!options.run_for && !options.idle) return INFINITE;
  milliseconds sleep = kLongestSleep;
  if (options.idle) sleep = std::min(sleep, *options.idle / 4);
  if (options.run_for) {
    const auto left = begin_ + *options.run_for - Clock::now();
    sleep = std::min(sleep, std::chrono::ceil<milliseconds>(left));
  }
  return static_cast<DWORD>(std::max(sleep, kShortestSleep).count());
}

void Guard::look() {
  const Options& options = run_.options();
  const auto now = Clock::now();
  if (options.run_for && now - begin_ >= *options.run_for) run_.stop(StopReason::time);
  const std::uint64_t datagrams = run_.datagrams();
  if (datagrams != last_datagrams_) {
    last_datagrams_ = datagrams;
    last_change_ = now;
  }
  if (options.idle && datagrams > 0 && now - last_change_ >= *options.idle) {
    run_.stop(StopReason::idle);
  }
}

void Guard::wake_server() {
  const auto* const to = reinterpret_cast<const sockaddr*>(&server_);
  // A failure is no news: the server may be closing its socket right now.
  static_cast<void>(sendto(socket_.get(), kStopMark.data(), static_cast<int>(kStopMark.size()), 0,
                           to, address_bytes(server_)));
}

}  // namespace harness
