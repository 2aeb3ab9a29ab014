// Control codes, among them the one that hands out RIO.

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "kernel_entries.hpp"
#include "network_events.hpp"
#include "rio_functions.hpp"
#include "system_calls.hpp"
#include "winsock.hpp"
#include "winsock_extensions.hpp"
#include "workshop/kernel_entries.h"

#include "rio/declarations.h"

using namespace win32;

namespace {

constexpr DWORD kGetFunctions = SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER;
constexpr DWORD kGetFunction = 0xC8000006;
constexpr DWORD kUdpConnectionReset = 0x9800000C;
constexpr DWORD kUdpNetworkReset = 0x9800000F;
// Hints that have nothing to act on here.
constexpr DWORD kLoopbackFastPath = 0x98000010;
constexpr DWORD kCpuAffinity = 0x98000015;
constexpr DWORD kKeepAlive = 0x98000004;
constexpr DWORD kIdealSendBacklog = 0x4004747b;
constexpr DWORD kNonBlocking = 0x8004667e;
constexpr DWORD kReadableBytes = 0x4004667f;

int hand_out_rio(const void* input, DWORD input_bytes, void* output, DWORD output_bytes,
                 LPDWORD returned) {
  constexpr GUID kRio = WSAID_MULTIPLE_RIO;
  const RIO_EXTENSION_FUNCTION_TABLE& table = rio_function_table();
  if (input == nullptr || input_bytes < sizeof kRio) return socket_error(WSAEFAULT);
  if (std::memcmp(input, &kRio, sizeof kRio) != 0) return socket_error(WSAEINVAL);
  if (output == nullptr || output_bytes < sizeof table) return socket_error(WSAEFAULT);
  std::memcpy(output, &table, sizeof table);
  *returned = sizeof table;
  return 0;
}

int hand_out_extension(const void* input, DWORD input_bytes, void* output, DWORD output_bytes,
                       LPDWORD returned) {
  GUID id;
  if (input == nullptr || input_bytes < sizeof id) return socket_error(WSAEFAULT);
  if (output == nullptr || output_bytes < sizeof(void*)) return socket_error(WSAEFAULT);
  std::memcpy(&id, input, sizeof id);
  void* const function = extension_function(id);
  if (function == nullptr) return socket_error(WSAEINVAL);
  std::memcpy(output, &function, sizeof function);
  *returned = sizeof function;
  return 0;
}

int set_connection_reset(Socket& socket, const void* input, DWORD bytes) {
  BOOL on = FALSE;
  if (input == nullptr || bytes < sizeof on) return socket_error(WSAEFAULT);
  std::memcpy(&on, input, sizeof on);
  socket.report_port_unreachable.store(on != FALSE);
  return 0;
}

// struct tcp_keepalive: on or off, time and interval in milliseconds.
int set_keep_alive(const Socket& socket, const void* input, DWORD bytes) {
  std::array<ULONG, 3> values{};
  if (input == nullptr || bytes < sizeof values) return socket_error(WSAEFAULT);
  std::memcpy(values.data(), input, sizeof values);
  const int on = values[0] != 0 ? 1 : 0;
  const int idle_seconds = static_cast<int>(std::max<ULONG>(1, values[1] / 1000));
  const int interval_seconds = static_cast<int>(std::max<ULONG>(1, values[2] / 1000));
  const auto set = [&](int level, int name, const int& value) {
    return ::setsockopt(socket.fd(), level, name, &value, sizeof value) == 0;
  };
  const bool done = set(SOL_SOCKET, SO_KEEPALIVE, on) &&
                    (on == 0 || (set(IPPROTO_TCP, TCP_KEEPIDLE, idle_seconds) &&
                                 set(IPPROTO_TCP, TCP_KEEPINTVL, interval_seconds)));
  return done ? 0 : socket_error_of_errno(errno);
}

int count_readable(const Socket& socket, unsigned* bytes) {
  int waiting = 0;
  const int result = sys::counted([&] { return ::ioctl(socket.fd(), FIONREAD, &waiting); });
  if (result >= 0) *bytes = static_cast<unsigned>(waiting);
  return winsock_result(result);
}

}  // namespace

extern "C" {

int ioctlsocket(SOCKET s, long command, unsigned* argument);

int WSAIoctl(SOCKET s, DWORD code, void* input, DWORD input_bytes, void* output, DWORD output_bytes,
             LPDWORD returned, LPWSAOVERLAPPED overlapped,
             LPWSAOVERLAPPED_COMPLETION_ROUTINE routine) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  // Every code here finishes at once; an overlapped form would have nothing to wait for.
  if (overlapped != nullptr || routine != nullptr) return socket_error(WSAEOPNOTSUPP);
  if (returned == nullptr) return socket_error(WSAEFAULT);
  *returned = 0;
  switch (code) {
    case kGetFunctions:
      return hand_out_rio(input, input_bytes, output, output_bytes, returned);
    case kGetFunction:
      return hand_out_extension(input, input_bytes, output, output_bytes, returned);
    case kUdpConnectionReset:
      return set_connection_reset(*socket, input, input_bytes);
    case kLoopbackFastPath:
    case kCpuAffinity:
    case kUdpNetworkReset:
      return input_bytes < sizeof(USHORT) ? socket_error(WSAEFAULT) : 0;
    case kNonBlocking:
      if (input == nullptr || input_bytes < sizeof(unsigned)) return socket_error(WSAEFAULT);
      return ioctlsocket(s, static_cast<long>(code), static_cast<unsigned*>(input));
    case kReadableBytes:
      if (output == nullptr || output_bytes < sizeof(unsigned)) return socket_error(WSAEFAULT);
      *returned = sizeof(unsigned);
      return ioctlsocket(s, static_cast<long>(code), static_cast<unsigned*>(output));
    case kKeepAlive:
      return set_keep_alive(*socket, input, input_bytes);
    case kIdealSendBacklog:
      if (output == nullptr || output_bytes < sizeof(ULONG)) return socket_error(WSAEFAULT);
      *static_cast<ULONG*>(output) = 64 * 1024;
      *returned = sizeof(ULONG);
      return 0;
    default:
      return socket_error(WSAEOPNOTSUPP);
  }
}

int ioctlsocket(SOCKET s, long command, unsigned* argument) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (argument == nullptr) return socket_error(WSAEFAULT);
  switch (static_cast<DWORD>(command)) {
    case kNonBlocking:
      if (*argument == 0 && socket->network_events() != nullptr &&
          socket->network_events()->active()) {
        return socket_error(WSAEINVAL);
      }
      socket->nonblocking.store(*argument != 0);
      return 0;
    case kReadableBytes:
      return count_readable(*socket, argument);
    default:
      return socket_error(WSAEOPNOTSUPP);
  }
}

}  // extern "C"

ULONGLONG WorkshopSocketDrops(SOCKET s) {
  constexpr int kMemoryInformation = 55;  // SO_MEMINFO
  constexpr std::size_t kDrops = 8;       // SK_MEMINFO_DROPS
  const auto socket = use_socket(s);
  if (!socket) return 0;
  std::array<std::uint32_t, 16> values{};
  socklen_t bytes = sizeof values;
  const int result =
      ::getsockopt(socket->fd(), SOL_SOCKET, kMemoryInformation, values.data(), &bytes);
  return result == 0 && bytes > kDrops * sizeof(std::uint32_t) ? values[kDrops] : 0;
}
