// WSAStartup, WSACleanup and the Winsock view of the last error.

#include <algorithm>
#include <atomic>

#include "winsock.hpp"

using namespace win32;

namespace {

std::atomic<int> g_started{0};

// As in winsock2.h on 64-bit Windows.
struct WsaData {
  WORD version;
  WORD high_version;
  unsigned short max_sockets;
  unsigned short max_datagram;
  char* vendor;
  char description[257];
  char status[129];
};

}  // namespace

namespace win32 {

bool winsock_started() {
  return g_started.load() > 0;
}

Use<Socket> use_socket(SOCKET s) {
  if (!winsock_started()) {
    t_last_error = WSANOTINITIALISED;
    return Use<Socket>();
  }
  Use<Socket> socket(s);
  if (!socket) t_last_error = WSAENOTSOCK;
  return socket;
}

}  // namespace win32

extern "C" {

int WSAStartup(WORD version, WsaData* data) {
  constexpr WORD kNewest = 0x0202;
  if (data == nullptr) return WSAEFAULT;
  *data = {};
  data->high_version = kNewest;
  if ((version & 0xff) == 0) return WSAVERNOTSUPPORTED;
  data->version = (version & 0xff) > 2 ? kNewest : std::min(version, kNewest);
  std::ranges::copy("RIO workshop API layer", data->description);
  std::ranges::copy("Running", data->status);
  g_started.fetch_add(1);
  return 0;
}

int WSACleanup() {
  int started = g_started.load();
  while (started > 0 && !g_started.compare_exchange_weak(started, started - 1)) {
  }
  return started > 0 ? 0 : socket_error(WSANOTINITIALISED);
}

int WSAGetLastError() {
  return static_cast<int>(t_last_error);
}

void WSASetLastError(int code) {
  t_last_error = static_cast<DWORD>(code);
}

}  // extern "C"
