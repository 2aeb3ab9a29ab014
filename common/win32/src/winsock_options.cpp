// Socket options: Windows' numbers and value forms on one side, Linux' on the other.

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <optional>

#include "kernel_entries.hpp"
#include "system_calls.hpp"
#include "winsock.hpp"

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

using namespace win32;

namespace {

// How a value looks on Windows, if it is not a plain int on both sides.
enum class Form : std::uint8_t { number, buffer_bytes, milliseconds, error_code, linger };

struct Option {
  int level;
  int name;
  int linux_level;
  int linux_name;
  Form form;
};

// Windows' numbers, as in winsock2.h and ws2tcpip.h.
constexpr int kSocket = 0xffff;
constexpr std::array kOptions{
    Option{kSocket, 0x0002, SOL_SOCKET, SO_ACCEPTCONN, Form::number},
    Option{kSocket, 0x0008, SOL_SOCKET, SO_KEEPALIVE, Form::number},
    Option{kSocket, 0x0020, SOL_SOCKET, SO_BROADCAST, Form::number},
    Option{kSocket, 0x0080, SOL_SOCKET, SO_LINGER, Form::linger},
    Option{kSocket, 0x1001, SOL_SOCKET, SO_SNDBUF, Form::buffer_bytes},
    Option{kSocket, 0x1002, SOL_SOCKET, SO_RCVBUF, Form::buffer_bytes},
    Option{kSocket, 0x1005, SOL_SOCKET, SO_SNDTIMEO, Form::milliseconds},
    Option{kSocket, 0x1006, SOL_SOCKET, SO_RCVTIMEO, Form::milliseconds},
    Option{kSocket, 0x1007, SOL_SOCKET, SO_ERROR, Form::error_code},
    Option{kSocket, 0x1008, SOL_SOCKET, SO_TYPE, Form::number},
    Option{IPPROTO_IP, 3, IPPROTO_IP, IP_TOS, Form::number},
    Option{IPPROTO_IP, 4, IPPROTO_IP, IP_TTL, Form::number},
    Option{IPPROTO_IP, 10, IPPROTO_IP, IP_MULTICAST_TTL, Form::number},
    Option{IPPROTO_IP, 11, IPPROTO_IP, IP_MULTICAST_LOOP, Form::number},
    Option{IPPROTO_IP, 21, IPPROTO_IP, IP_RECVTTL, Form::number},
    Option{IPPROTO_IP, 50, IPPROTO_IP, IP_RECVTOS, Form::number},
    Option{IPPROTO_IP, 19, IPPROTO_IP, IP_PKTINFO, Form::number},
    Option{IPPROTO_IPV6, 4, IPPROTO_IPV6, IPV6_UNICAST_HOPS, Form::number},
    Option{IPPROTO_IPV6, 19, IPPROTO_IPV6, IPV6_RECVPKTINFO, Form::number},
    Option{IPPROTO_IPV6, 11, IPPROTO_IPV6, IPV6_MULTICAST_LOOP, Form::number},
    Option{IPPROTO_IPV6, 21, IPPROTO_IPV6, IPV6_RECVHOPLIMIT, Form::number},
    Option{IPPROTO_IPV6, 50, IPPROTO_IPV6, IPV6_RECVTCLASS, Form::number},
    Option{IPPROTO_IPV6, 27, IPPROTO_IPV6, IPV6_V6ONLY, Form::number},
    Option{IPPROTO_TCP, 1, IPPROTO_TCP, TCP_NODELAY, Form::number},
    Option{IPPROTO_UDP, 2, IPPROTO_UDP, UDP_SEGMENT, Form::number},
};

// Accepted, because Windows programs set them, and without effect here: a taken port is refused
// whatever they say.
constexpr int kReuseAddress = 0x0004;
constexpr int kExclusiveAddress = ~kReuseAddress;
constexpr int kDontLinger = ~0x0080;
constexpr int kMaxMessageBytes = 0x2003;
constexpr int kUpdateAcceptContext = 0x700B;
constexpr int kConnectTime = 0x700C;
constexpr int kUpdateConnectContext = 0x7010;

const Option* find_option(int level, int name) {
  const auto option = std::ranges::find_if(
      kOptions, [=](const Option& row) { return row.level == level && row.name == name; });
  return option == kOptions.end() ? nullptr : &*option;
}

bool has_no_effect(int level, int name) {
  return level == kSocket &&
         (name == kReuseAddress || name == kExclusiveAddress || name == kDontLinger);
}

int set_linux(const Socket& socket, const Option& option, const void* value, socklen_t bytes) {
  return winsock_result(sys::counted([&] {
    return ::setsockopt(socket.fd(), option.linux_level, option.linux_name, value, bytes);
  }));
}

// Two 16-bit halves on Windows: on or off, then seconds.
int set_number(const Socket& socket, const Option& option, int value) {
  if (option.form == Form::linger) {
    const linger wait{value & 0xffff, value >> 16 & 0xffff};
    return set_linux(socket, option, &wait, sizeof wait);
  }
  if (option.form == Form::milliseconds) {
    const timeval limit{value / 1000, (value % 1000) * 1000L};
    return set_linux(socket, option, &limit, sizeof limit);
  }
  return set_linux(socket, option, &value, sizeof value);
}

std::optional<int> get_number(const Socket& socket, const Option& option) {
  timeval limit{};
  linger wait{};
  int value = 0;
  void* into = &value;
  socklen_t bytes = sizeof value;
  if (option.form == Form::milliseconds) {
    into = &limit;
    bytes = sizeof limit;
  } else if (option.form == Form::linger) {
    into = &wait;
    bytes = sizeof wait;
  }
  const int result = sys::counted([&] {
    return ::getsockopt(socket.fd(), option.linux_level, option.linux_name, into, &bytes);
  });
  if (result < 0) {
    t_last_error = winsock_error_of_errno(-result);
    return std::nullopt;
  }
  switch (option.form) {
    case Form::milliseconds:
      return static_cast<int>(limit.tv_sec * 1000 + limit.tv_usec / 1000);
    case Form::buffer_bytes:
      return value / 2;  // Linux reports twice what it was asked for, its own accounting included
    case Form::error_code:
      return value == 0 ? 0 : static_cast<int>(winsock_error_of_errno(value));
    case Form::linger:
      return wait.l_onoff | wait.l_linger << 16;
    case Form::number:
      break;
  }
  return value;
}

std::optional<int> get_value(const Socket& socket, int level, int name) {
  if (has_no_effect(level, name)) return 0;
  if (level == kSocket && name == kMaxMessageBytes) return 65507;
  if (level == kSocket && name == kConnectTime) {
    const auto connected = socket.connected_for();
    return connected ? static_cast<int>(connected->count()) : -1;
  }
  const Option* const option = find_option(level, name);
  if (option == nullptr) {
    t_last_error = WSAENOPROTOOPT;
    return std::nullopt;
  }
  return get_number(socket, *option);
}

// From now on the socket answers to getpeername, getsockname and shutdown.
int update_context(Socket& socket, int name, const char* listener, int bytes) {
  if (!socket.connected.load()) return socket_error(WSAENOTCONN);
  if (name == kUpdateAcceptContext) {
    SOCKET handle = INVALID_SOCKET;
    if (listener == nullptr || bytes < static_cast<int>(sizeof handle)) {
      return socket_error(WSAEFAULT);
    }
    std::memcpy(&handle, listener, sizeof handle);
    if (!use_socket(handle)) return SOCKET_ERROR;
  }
  socket.needs_context.store(false);
  return 0;
}

bool is_context_update(int level, int name) {
  return level == kSocket && (name == kUpdateAcceptContext || name == kUpdateConnectContext);
}

}  // namespace

extern "C" {

int win32_setsockopt(SOCKET s, int level, int name, const char* value, int bytes) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (is_context_update(level, name)) return update_context(*socket, name, value, bytes);
  // Windows takes a one-byte BOOL too; anything else shorter than an int is refused.
  if (value == nullptr || (bytes != 1 && bytes < static_cast<int>(sizeof(int)))) {
    return socket_error(WSAEFAULT);
  }
  int number = 0;
  std::memcpy(&number, value,
              std::min<std::size_t>(static_cast<std::size_t>(bytes), sizeof number));
  if (has_no_effect(level, name)) return 0;
  const Option* const option = find_option(level, name);
  if (option == nullptr) return socket_error(WSAENOPROTOOPT);
  if (option->form == Form::error_code) return socket_error(WSAENOPROTOOPT);
  return set_number(*socket, *option, number);
}

int win32_getsockopt(SOCKET s, int level, int name, char* value, int* bytes) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (value == nullptr || bytes == nullptr || *bytes < static_cast<int>(sizeof(int))) {
    return socket_error(WSAEFAULT);
  }
  const auto number = get_value(*socket, level, name);
  if (!number) return SOCKET_ERROR;
  std::memcpy(value, &*number, sizeof *number);
  *bytes = sizeof *number;
  return 0;
}

}  // extern "C"
