// 02 · An overlapped receive and an event
//
// WSARecv no longer waits: it starts a receive and returns. The request outlives the call, and so
// must all that it needs. When the datagram is there, the system signals an event.
// With one receive at a time nothing is gained yet: asking and waiting are two calls now.
//
// New here: the OVERLAPPED record, its event, "done at once" against "pending", and who owns record
//           and payload in between.
// Left out: many receives in progress (03).

#include <vector>

#include "harness/chapter.hpp"

namespace {

// ---- setup ----

harness::UniqueHandle open_event() {
  harness::UniqueHandle event{WSACreateEvent()};
  harness::check(event.get() != WSA_INVALID_EVENT, "WSACreateEvent");
  return event;
}

// ---- queue ----

// One receive. From start_receive() until its result is in, it belongs to the system: nobody may
// move, read or reuse it.
struct Receive : OVERLAPPED {
  explicit Receive(DWORD bytes) : OVERLAPPED{}, payload(bytes) {}

  std::vector<char> payload;
};

// What became of one receive.
struct Received {
  DWORD bytes;
  DWORD status;
};

// 0: done at once. WSA_IO_PENDING: the event will tell. Anything else: nothing was started.
int start_receive(SOCKET socket, HANDLE event, Receive& receive) {
  WSABUF target{static_cast<ULONG>(receive.payload.size()), receive.payload.data()};
  static_cast<OVERLAPPED&>(receive) = OVERLAPPED{};
  receive.hEvent = event;
  DWORD flags = 0;
  if (WSARecv(socket, &target, 1, nullptr, &flags, &receive, nullptr) == 0) return 0;
  return WSAGetLastError();
}

// Sleeps until the system signals the event. Starting the next receive resets it.
void wait_for(HANDLE event) {
  harness::check(WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0, "WaitForSingleObject");
}

Received result_of(SOCKET socket, Receive& receive) {
  DWORD bytes = 0;
  DWORD flags = 0;
  if (WSAGetOverlappedResult(socket, &receive, &bytes, FALSE, &flags)) {
    return {bytes, ERROR_SUCCESS};
  }
  return {bytes, static_cast<DWORD>(WSAGetLastError())};
}

// Chapter 01's WSARecv, taken apart: start, sleep if need be, look at the result.
Received receive_one(harness::Counter& counter, SOCKET socket, HANDLE event, Receive& receive) {
  const int error = start_receive(socket, event, receive);
  if (error != 0 && error != WSA_IO_PENDING) return {0, static_cast<DWORD>(error)};
  if (error == WSA_IO_PENDING) {
    wait_for(event);
    counter.notified();
  }
  return result_of(socket, receive);
}

// ---- handle ----

void handle(harness::Counter& counter, const Receive& receive, Received received) {
  switch (received.status) {
    case ERROR_SUCCESS:
    case WSAECONNRESET:  // on UDP a late answer to something sent earlier: no datagram, no harm
      counter.count(receive.payload.data(), received.bytes, received.status);
      return;
    case WSAEMSGSIZE:  // a longer datagram: the payload is full, the rest is lost, the server lives
      counter.count(receive.payload.data(), static_cast<DWORD>(receive.payload.size()),
                    received.status);
      return;
    default:
      harness::fail("WSARecv", received.status);
  }
}

// ---- serve ----

void serve(harness::Run& run) {
  const harness::Options& options = run.options();
  Receive receive{options.datagram_bytes};
  const harness::UniqueHandle event = open_event();
  const harness::UniqueSocket socket = harness::open_server_socket(options, WSA_FLAG_OVERLAPPED);

  run.ready(socket.get());
  while (run.running()) {
    const Received received = receive_one(run.counter(), socket.get(), event.get(), receive);
    handle(run.counter(), receive, received);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::chapter_main(
      argc, argv,
      {.name = "02-overlapped-event", .serve = serve, .defaults = harness::kOneReceive});
}
