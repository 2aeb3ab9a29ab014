// 01 · Blocking WSARecv
//
// One thread asks for one datagram, sleeps in the kernel until there is one, counts it, asks again.
// While it counts, nobody receives: arrivals wait in the socket's own receive buffer, and once that
// is full the system drops what still comes. On UDP neither side is told.
//
// New here: a UDP socket, its receive buffer, its address, and a loop around WSARecv.
// Left out: more than one receive at a time. The later chapters get their socket from the harness,
//           in one call that does what the three functions under "setup" do here.

#include <vector>

#include "harness/chapter.hpp"

namespace {

// ---- constants ----

constexpr DWORD kBlocking = 0;  // no WSA_FLAG_OVERLAPPED: each call waits until it is done

// ---- setup ----

harness::UniqueSocket open_socket(const SOCKADDR_INET& address) {
  harness::UniqueSocket socket{
      WSASocketW(address.si_family, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, kBlocking)};
  harness::check(socket.get() != INVALID_SOCKET, "WSASocketW");
  return socket;
}

// The receive buffer is all the room there is for datagrams while the program is busy.
void set_receive_buffer(SOCKET socket, int bytes) {
  const auto* value = reinterpret_cast<const char*>(&bytes);
  harness::check(setsockopt(socket, SOL_SOCKET, SO_RCVBUF, value, sizeof bytes) == 0,
                 "setsockopt(SO_RCVBUF)");
}

void bind_socket(SOCKET socket, const SOCKADDR_INET& address, const harness::Options& options) {
  const auto* name = reinterpret_cast<const sockaddr*>(&address);
  if (bind(socket, name, harness::address_bytes(address)) != 0) harness::fail_bind(options);
}

// ---- queue ----

// What became of one receive.
struct Received {
  DWORD bytes;
  DWORD status;
};

// Sleeps in the kernel until a datagram is there. One call, one datagram.
Received receive(SOCKET socket, std::vector<char>& payload) {
  WSABUF target{static_cast<ULONG>(payload.size()), payload.data()};
  DWORD bytes = 0;
  DWORD flags = 0;
  if (WSARecv(socket, &target, 1, &bytes, &flags, nullptr, nullptr) == 0) {
    return {bytes, ERROR_SUCCESS};
  }
  return {bytes, static_cast<DWORD>(WSAGetLastError())};
}

// ---- handle ----

void handle(harness::Counter& counter, const std::vector<char>& payload, Received received) {
  switch (received.status) {
    case ERROR_SUCCESS:
    case WSAECONNRESET:  // on UDP a late answer to something sent earlier: no datagram, no harm
      counter.count(payload.data(), received.bytes, received.status);
      return;
    case WSAEMSGSIZE:  // a longer datagram: the payload is full, the rest is lost, the server lives
      counter.count(payload.data(), static_cast<DWORD>(payload.size()), received.status);
      return;
    default:
      harness::fail("WSARecv", received.status);
  }
}

// ---- serve ----

void serve(harness::Run& run) {
  const harness::Options& options = run.options();
  std::vector<char> payload(options.datagram_bytes);
  const SOCKADDR_INET address = harness::server_address(options);
  const harness::UniqueSocket socket = open_socket(address);
  if (options.receive_buffer_bytes) set_receive_buffer(socket.get(), *options.receive_buffer_bytes);
  bind_socket(socket.get(), address, options);

  run.ready(socket.get());
  while (run.running()) {
    handle(run.counter(), payload, receive(socket.get(), payload));
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::chapter_main(
      argc, argv,
      {.name = "01-blocking-wsarecv", .serve = serve, .defaults = harness::kOneReceive});
}
