// Making, naming, connecting and closing sockets.

#include <netinet/in.h>
#include <unistd.h>

#include <cstring>

#include "kernel_entries.hpp"
#include "socket_address.hpp"
#include "system_calls.hpp"
#include "win32/kernel.h"
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

constexpr DWORD kDuplicateMark = 0x57534B44;

// Of a socket that WSADuplicateSocket described, in this process.
SOCKET duplicate(const WSAPROTOCOL_INFOA& information) {
  if (information.dwProviderReserved == 0 || information.dwCatalogEntryId != kDuplicateMark) {
    return no_socket(WSAEINVAL);
  }
  const auto socket = use_socket(information.dwProviderReserved);
  if (!socket) return INVALID_SOCKET;
  socket->prepare_to_be_shared();
  const auto handle = HandleTable::instance().insert(socket.share());
  return handle == 0 ? no_socket(WSAEMFILE) : handle;
}

SOCKET make_socket(int family, int type, int protocol, const WSAPROTOCOL_INFOA* information,
                   DWORD flags) {
  constexpr DWORD kKnown =
      WSA_FLAG_OVERLAPPED | WSA_FLAG_REGISTERED_IO | WSA_FLAG_NO_HANDLE_INHERIT;
  if ((flags & ~kKnown) != 0) return no_socket(WSAEINVAL);
  if (information != nullptr) return duplicate(*information);
  return make_socket(family, type, protocol, (flags & WSA_FLAG_OVERLAPPED) != 0,
                     (flags & WSA_FLAG_REGISTERED_IO) != 0);
}

int describe(SOCKET s, DWORD process, WSAPROTOCOL_INFOA* information) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (information == nullptr) return socket_error(WSAEFAULT);
  // Handing a socket to another process is not offered.
  if (process != GetCurrentProcessId()) return socket_error(WSAEINVAL);
  *information = {};
  information->iAddressFamily = socket->traits().family;
  information->iSocketType = socket->traits().type;
  information->dwCatalogEntryId = kDuplicateMark;
  information->dwProviderReserved = static_cast<DWORD>(s);
  information->dwServiceFlags1 = XP1_IFS_HANDLES;
  return 0;
}

// A port that only ended connections still keep (TIME_WAIT) is free, as on Windows; a live socket's
// is not. SO_REUSEADDR for the length of the call tells the two apart.
int bind_to(const Socket& socket, const sockaddr* address, socklen_t bytes) {
  const auto attempt = [&] {
    return sys::counted([&] { return ::bind(socket.fd(), address, bytes); });
  };
  const auto reuse = [&](int on) {
    (void)::setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  };
  const int result = attempt();
  if (result != -EADDRINUSE || socket.datagram()) return result;
  reuse(1);
  const int second = attempt();
  reuse(0);
  return second;
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

// The W structure differs from the A one only in its last member, a name that is not used.
SOCKET WSASocketW(int family, int type, int protocol, const WSAPROTOCOL_INFOW* information,
                  unsigned, DWORD flags) {
  return make_socket(family, type, protocol,
                     reinterpret_cast<const WSAPROTOCOL_INFOA*>(information), flags);
}

SOCKET WSASocketA(int family, int type, int protocol, const WSAPROTOCOL_INFOA* information,
                  unsigned, DWORD flags) {
  return make_socket(family, type, protocol, information, flags);
}

int WSADuplicateSocketA(SOCKET s, DWORD process, WSAPROTOCOL_INFOA* information) {
  return describe(s, process, information);
}

int WSADuplicateSocketW(SOCKET s, DWORD process, WSAPROTOCOL_INFOW* information) {
  return describe(s, process, reinterpret_cast<WSAPROTOCOL_INFOA*>(information));
}

int win32_bind(SOCKET s, const sockaddr* address, int bytes) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (const long problem = address_problem(*socket, address, bytes)) return socket_error(problem);
  if (socket->bound.load()) return socket_error(WSAEINVAL);
  const int result = bind_to(*socket, address, static_cast<socklen_t>(bytes));
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
