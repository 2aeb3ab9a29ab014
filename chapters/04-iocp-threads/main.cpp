// 04 · Several threads on one port
//
// The port hands each packet to one thread: the one that went to sleep last, so that a few threads
// stay busy and warm while the others sleep on. While one thread works, another can take the next
// packet. No more run at a time than the port's concurrency value says.
//
// New here: N threads in GetQueuedCompletionStatus, the concurrency value, one counter for each
//           thread, and one stop packet for each thread.
// Left out: more than one packet per call (05).

#include <vector>

#include "harness/chapter.hpp"

namespace {

// ---- constants ----

constexpr ULONG_PTR kStopKey = 0;    // a packet of our own: one thread takes it and leaves
constexpr ULONG_PTR kSocketKey = 1;  // comes back with every packet of the socket
constexpr DWORD kConcurrency = 0;    // run as many threads at the same time as there are processors

// ---- setup ----

harness::UniqueHandle open_port() {
  harness::UniqueHandle port{
      CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, kConcurrency)};
  harness::check(port.get() != nullptr, "CreateIoCompletionPort");
  return port;
}

// From here on every finished receive of the socket becomes one packet in the port.
void associate(SOCKET socket, HANDLE port) {
  const auto handle = reinterpret_cast<HANDLE>(socket);
  harness::check(CreateIoCompletionPort(handle, port, kSocketKey, 0) == port,
                 "CreateIoCompletionPort for the socket");
}

// ---- queue ----

// One receive in progress. From post_receive() until dequeue() hands it out it belongs to the
// system: nobody may move, read or reuse it. Every packet carries the address of its OVERLAPPED.
struct Receive : OVERLAPPED {
  explicit Receive(DWORD bytes) : OVERLAPPED{}, payload(bytes) {}

  std::vector<char> payload;
};

// What the port says about a finished receive.
struct Completion {
  Receive* receive;
  DWORD bytes;
  DWORD status;
  ULONG_PTR key;
};

// Gives the record to the system. It comes back through the port exactly once.
void post_receive(SOCKET socket, Receive& receive) {
  WSABUF target{static_cast<ULONG>(receive.payload.size()), receive.payload.data()};
  for (;;) {
    static_cast<OVERLAPPED&>(receive) = OVERLAPPED{};
    DWORD flags = 0;
    if (WSARecv(socket, &target, 1, nullptr, &flags, &receive, nullptr) == 0) return;
    switch (const int error = WSAGetLastError()) {
      case WSA_IO_PENDING:
      case WSAEMSGSIZE:  // cut short at once: a warning to the system, so the packet comes
        return;
      case WSAECONNRESET:  // a late answer to an earlier send: nothing was started
        continue;
      default:
        harness::fail("WSARecv", static_cast<DWORD>(error));
    }
  }
}

// Sleeps until the port has a packet for this thread. FALSE with a record is a finished, failed
// receive, and nothing more; FALSE without one means that the port itself is in trouble.
Completion dequeue(HANDLE port) {
  DWORD bytes = 0;
  ULONG_PTR key = 0;
  OVERLAPPED* overlapped = nullptr;
  const BOOL succeeded = GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, INFINITE);
  const DWORD status = succeeded ? ERROR_SUCCESS : GetLastError();
  if (!succeeded && overlapped == nullptr) harness::fail("GetQueuedCompletionStatus", status);
  return {static_cast<Receive*>(overlapped), bytes, status, key};
}

// ---- handle ----

void handle(harness::Counter& counter, SOCKET socket, const Completion& completion) {
  Receive& receive = *completion.receive;
  counter.notified();
  counter.count(receive.payload.data(), completion.bytes, completion.status);
  post_receive(socket, receive);
}

// ---- serve ----

// What each thread does. Whoever takes a packet handles it; several do so at the same time.
void work(harness::Run& run, unsigned thread, SOCKET socket, HANDLE port) {
  for (Completion next = dequeue(port); next.key != kStopKey; next = dequeue(port)) {
    handle(run.counter(thread), socket, next);
  }
}

// One thread takes it and leaves. The queue is in order: all that came before is handled first.
void post_stop_packet(HANDLE port) {
  harness::check(PostQueuedCompletionStatus(port, 0, kStopKey, nullptr),
                 "PostQueuedCompletionStatus");
}

// A closed socket gives back all its records; only then may their memory go.
void take_back(std::size_t outstanding, HANDLE port) {
  for (; outstanding > 0; --outstanding) {
    dequeue(port);
  }
}

void serve(harness::Run& run) {
  const harness::Options& options = run.options();
  std::vector<Receive> receives(options.outstanding, Receive{options.datagram_bytes});
  const harness::UniqueHandle port = open_port();
  harness::UniqueSocket socket = harness::open_server_socket(options, WSA_FLAG_OVERLAPPED);
  associate(socket.get(), port.get());
  for (Receive& receive : receives) {
    post_receive(socket.get(), receive);
  }

  run.ready(socket.get());
  harness::run_threads(
      run, [&](unsigned thread) { work(run, thread, socket.get(), port.get()); },
      [&] { post_stop_packet(port.get()); });

  socket.reset();  // not before: a thread that still posts would meet a closed socket
  take_back(receives.size(), port.get());
}

}  // namespace

int main(int argc, char** argv) {
  return harness::chapter_main(
      argc, argv,
      {.name = "04-iocp-threads", .serve = serve, .defaults = harness::kCompletionPortThreads});
}
