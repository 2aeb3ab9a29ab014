// Making, naming, connecting and closing sockets.

#include <netinet/in.h>
#include <unistd.h>

#include <cstring>

#include "kernel_entries.hpp"
#include "socket_address.hpp"
#include "system_calls.hpp"
#include "winsock.hpp"
#include "workshop/descriptor.h"

using namespace win32;

namespace {

SOCKET no_socket(long code) {
  return failed(INVALID_SOCKET, code);
}

// Windows' IPv6 sockets are v6-only until told otherwise.
void apply_windows_defaults(int fd, int family) {
  const int on = 1;
  if (family == AF_INET6) ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
}

SOCKET make_socket(int family, int type, int protocol, bool overlapped, bool registered_io) {
  const WindowsEntry entry;
  if (!winsock_started()) return no_socket(WSANOTINITIALISED);
  if (family != AF_INET && family != AF_INET6) return no_socket(WSAEAFNOSUPPORT);
  if (type != SOCK_DGRAM && type != SOCK_STREAM) return no_socket(WSAESOCKTNOSUPPORT);
  count_kernel_entry();
  const int fd = ::socket(family, type | SOCK_CLOEXEC, protocol);
  if (fd < 0) return no_socket(static_cast<long>(winsock_error_of_errno(errno)));
  apply_windows_defaults(fd, family);
  const auto socket =
      std::make_shared<Socket>(fd, Socket::Traits{family, type, overlapped, registered_io});
  const auto handle = HandleTable::instance().insert(socket);
  if (handle == 0) return no_socket(WSAEMFILE);
  socket->set_handle(handle);
  return handle;
}

SOCKET make_socket(int family, int type, int protocol, const void* information, DWORD flags) {
  constexpr DWORD kKnown =
      WSA_FLAG_OVERLAPPED | WSA_FLAG_REGISTERED_IO | WSA_FLAG_NO_HANDLE_INHERIT;
  if (information != nullptr || (flags & ~kKnown) != 0) return no_socket(WSAEINVAL);
  return make_socket(family, type, protocol, (flags & WSA_FLAG_OVERLAPPED) != 0,
                     (flags & WSA_FLAG_REGISTERED_IO) != 0);
}

using NameCall = int (*)(int, sockaddr*, socklen_t*);

int name_of(SOCKET s, NameCall call, sockaddr* address, int* bytes) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (socket->needs_context.load()) return socket_error(WSAENOTCONN);
  if (address == nullptr || bytes == nullptr) return socket_error(WSAEFAULT);
  sockaddr_storage full{};
  socklen_t length = sizeof full;
  const int result =
      sys::counted([&] { return call(socket->fd(), reinterpret_cast<sockaddr*>(&full), &length); });
  if (result < 0) return winsock_result(result);
  if (*bytes < static_cast<int>(length)) return socket_error(WSAEFAULT);
  std::memcpy(address, &full, length);
  *bytes = static_cast<int>(length);
  return 0;
}

}  // namespace

extern "C" {

SOCKET win32_socket(int family, int type, int protocol) {
  return make_socket(family, type, protocol, true, false);
}

SOCKET WSASocketW(int family, int type, int protocol, const void* information, unsigned,
                  DWORD flags) {
  return make_socket(family, type, protocol, information, flags);
}

SOCKET WSASocketA(int family, int type, int protocol, const void* information, unsigned,
                  DWORD flags) {
  return make_socket(family, type, protocol, information, flags);
}

int win32_bind(SOCKET s, const sockaddr* address, int bytes) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (const long problem = address_problem(*socket, address, bytes)) return socket_error(problem);
  if (socket->bound.load()) return socket_error(WSAEINVAL);
  const int result =
      sys::counted([&] { return ::bind(socket->fd(), address, static_cast<socklen_t>(bytes)); });
  if (result == 0) socket->bound.store(true);
  return winsock_result(result);
}

int win32_getsockname(SOCKET s, sockaddr* address, int* bytes) {
  const auto socket = use_socket(s);
  if (socket && !socket->bound.load()) return socket_error(WSAEINVAL);
  return name_of(s, ::getsockname, address, bytes);
}

int win32_getpeername(SOCKET s, sockaddr* address, int* bytes) {
  return name_of(s, ::getpeername, address, bytes);
}

int closesocket(SOCKET s) {
  const WindowsEntry entry;
  if (!use_socket(s)) return SOCKET_ERROR;
  return HandleTable::instance().close(s) ? 0 : socket_error(WSAENOTSOCK);
}

}  // extern "C"

int WorkshopDescriptor(SOCKET s) {
  const auto socket = use_socket(s);
  return socket ? socket->fd() : -1;
}
