// Ten thousand TCP connections that echo on one port: do all of them work, and what does an idle
// one cost? The clients are a second process, because every end needs a descriptor.
//   connections_bench [COUNT]      Linux figures, not Windows figures

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "drain.hpp"

namespace {

using bench::fail;

constexpr int kBytes = 64;

struct Connection : OVERLAPPED {
  SOCKET socket;
  bool sending = false;
  std::array<char, kBytes> data;

  void receive() { start(false, kBytes); }
  void send(DWORD bytes) { start(true, bytes); }
  void start(bool out, DWORD bytes) {
    static_cast<OVERLAPPED&>(*this) = OVERLAPPED{};
    sending = out;
    WSABUF buffer{bytes, data.data()};
    DWORD flags = 0;
    const int result = out ? WSASend(socket, &buffer, 1, nullptr, 0, this, nullptr)
                           : WSARecv(socket, &buffer, 1, nullptr, &flags, this, nullptr);
    if (result != 0 && WSAGetLastError() != WSA_IO_PENDING) fail(out ? "WSASend" : "WSARecv");
  }
};

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void allow_descriptors() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Connects, and when all are there lets each of them say something and hear it again.
int run_clients(u_short port, int count) {
  SOCKADDR_IN to{};
  to.sin_family = AF_INET;
  to.sin_port = port;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::vector<SOCKET> sockets;
  for (int i = 0; i < count; ++i) {
    sockets.push_back(socket(AF_INET, SOCK_STREAM, 0));
    if (connect(sockets.back(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
      fail("connect");
    }
  }
  for (int i = 0; i < count; ++i) {
    const std::string text = "connection " + std::to_string(i);
    std::array<char, kBytes> answer{};
    send(sockets[static_cast<std::size_t>(i)], text.data(), static_cast<int>(text.size()), 0);
    const int bytes = recv(sockets[static_cast<std::size_t>(i)], answer.data(), kBytes, 0);
    if (bytes != static_cast<int>(text.size()) || text != answer.data()) fail("the echo");
  }
  return 0;
}

// One packet. false: nothing came for a long while.
bool serve_one(HANDLE port, int& closed) {
  DWORD bytes = 0;
  ULONG_PTR key = 0;
  OVERLAPPED* overlapped = nullptr;
  const BOOL good = GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, 30'000);
  if (overlapped == nullptr) return false;
  auto& connection = *static_cast<Connection*>(overlapped);
  if (connection.sending) {
    connection.receive();
  } else if (good && bytes > 0) {
    connection.send(bytes);
  } else {
    ++closed;
  }
  return true;
}

int run(int count) {
  const SOCKET listener = socket(AF_INET, SOCK_STREAM, 0);
  SOCKADDR_IN address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int bytes = sizeof address;
  if (bind(listener, reinterpret_cast<const sockaddr*>(&address), bytes) != 0 ||
      listen(listener, SOMAXCONN) != 0) {
    fail("listen");
  }
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &bytes);
  const pid_t clients = fork();
  if (clients == 0) _exit(run_clients(address.sin_port, count));

  const HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1);
  std::vector<std::unique_ptr<Connection>> connections;
  const std::size_t before = resident_bytes();
  for (int i = 0; i < count; ++i) {
    connections.push_back(std::make_unique<Connection>());
    Connection& connection = *connections.back();
    connection.socket = accept(listener, nullptr, nullptr);
    if (connection.socket == INVALID_SOCKET) fail("accept");
    CreateIoCompletionPort(reinterpret_cast<HANDLE>(connection.socket), port, 1, 0);
    connection.receive();
  }
  const std::size_t each = (resident_bytes() - before) / static_cast<std::size_t>(count);
  int closed = 0;
  while (closed < count && serve_one(port, closed)) {
  }
  int status = 0;
  waitpid(clients, &status, 0);
  const bool echoed = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  std::printf(
      "%d connections, %s, %d closed; %zu bytes of this process for an idle one (%zu of "
      "them the program's own)\n",
      count, echoed ? "each has heard its echo" : "NOT all have heard their echo", closed, each,
      sizeof(Connection) + sizeof(void*));
  return echoed && closed == count ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 10'000;
  if (count < 1) {
    std::fprintf(stderr, "\"%s\" is not a count of connections\n", argv[1]);
    return 2;
  }
  WSADATA data;
  allow_descriptors();
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return 1;
  return run(count);
}
