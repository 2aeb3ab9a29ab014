// Connections: listen, accept, connect, shutdown.

#include <fcntl.h>
#include <poll.h>

#include <cstring>

#include "kernel_entries.hpp"
#include "network_events.hpp"
#include "running_scope.hpp"
#include "socket_address.hpp"
#include "system_calls.hpp"
#include "winsock.hpp"

using namespace win32;

namespace {

void set_nonblocking(int fd, bool on) {
  const int flags = ::fcntl(fd, F_GETFL);
  (void)::fcntl(fd, F_SETFL, on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}

// The connections of a listener must not keep its port from the next one once they are closed
// (TIME_WAIT). Set when it listens, not before: a socket that is merely bound has its port alone.
void allow_restart(int fd) {
  const int on = 1;
  (void)::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
}

// The listener's descriptor never blocks: a connection seen by poll() may be gone at the accept.
int accept_or_wait(const Socket& listener, sockaddr* address, socklen_t* bytes) {
  for (;;) {
    const int fd =
        sys::counted([&] { return ::accept4(listener.fd(), address, bytes, SOCK_CLOEXEC); });
    if (listener.closing()) return -EINTR;
    // The peer gave up before we came to it: Windows never shows that connection.
    if (fd == -ECONNABORTED) continue;
    if (fd != -EAGAIN || listener.nonblocking.load()) return fd;
    const NotRunningScope blocked;
    pollfd ready{listener.fd(), POLLIN, 0};
    (void)sys::counted([&] { return ::poll(&ready, 1, -1); });
  }
}

// What an accepted socket inherits: the listener's kind, its mode, its being fit for RIO.
SOCKET adopt_connection(const Socket& listener, int fd) {
  const auto socket = std::make_shared<Socket>(fd, listener.traits());
  socket->note_connected();
  socket->nonblocking.store(listener.nonblocking.load());
  const auto handle = HandleTable::instance().insert(socket);
  if (handle == 0) return failed(INVALID_SOCKET, WSAEMFILE);
  socket->set_handle(handle);
  if (NetworkEvents* const events = listener.network_events()) events->copy_to(*socket);
  return handle;
}

int connect_stream(Socket& socket, const sockaddr* address, socklen_t bytes) {
  set_nonblocking(socket.fd(), socket.nonblocking.load());
  const int result = sys::counted([&] { return ::connect(socket.fd(), address, bytes); });
  set_nonblocking(socket.fd(), false);
  if (socket.closing()) return socket_error(WSAEINTR);
  if (result == 0 || result == -EISCONN) socket.note_connected();
  if (result == -EINPROGRESS) socket.connecting.store(true);
  if (NetworkEvents* const events = socket.network_events()) {
    events->rearm(kConnected);
  }
  return winsock_result(result);
}

}  // namespace

extern "C" {

int win32_listen(SOCKET s, int backlog) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (socket->datagram()) return socket_error(WSAEOPNOTSUPP);
  if (!socket->bound.load()) return socket_error(WSAEINVAL);
  if (socket->connected.load()) return socket_error(WSAEISCONN);
  allow_restart(socket->fd());
  // SOMAXCONN_HINT(b) is -b; the system cuts what it finds too large.
  const int result =
      sys::counted([&] { return ::listen(socket->fd(), backlog < 0 ? -backlog : backlog); });
  if (result == 0) {
    socket->listening.store(true);
    if (NetworkEvents* const events = socket->network_events()) events->rearm(kCanAccept);
  }
  set_nonblocking(socket->fd(), true);
  return winsock_result(result);
}

SOCKET win32_accept(SOCKET s, sockaddr* address, int* bytes) {
  const WindowsEntry entry;
  const auto listener = use_socket(s);
  if (!listener) return INVALID_SOCKET;
  if (!listener->listening.load()) return failed(INVALID_SOCKET, WSAEINVAL);
  sockaddr_storage full{};
  socklen_t length = sizeof full;
  const int fd = accept_or_wait(*listener, reinterpret_cast<sockaddr*>(&full), &length);
  if (NetworkEvents* const events = listener->network_events()) events->rearm(kCanAccept);
  if (fd < 0) return failed(INVALID_SOCKET, static_cast<long>(winsock_error_of_errno(-fd)));
  if (address != nullptr && bytes != nullptr) {
    std::memcpy(address, &full, std::min<std::size_t>(length, static_cast<std::size_t>(*bytes)));
    *bytes = static_cast<int>(length);
  }
  return adopt_connection(*listener, fd);
}

int win32_connect(SOCKET s, const sockaddr* address, int bytes) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (const long problem = address_problem(*socket, address, bytes)) return socket_error(problem);
  if (is_unspecified(address)) return socket_error(WSAEADDRNOTAVAIL);
  if (socket->listening.load() || socket->connect_is_pending()) return socket_error(WSAEINVAL);
  socket->bound.store(true);
  const auto length = static_cast<socklen_t>(bytes);
  if (!socket->datagram()) return connect_stream(*socket, address, length);
  return winsock_result(sys::counted([&] { return ::connect(socket->fd(), address, length); }));
}

int win32_shutdown(SOCKET s, int how) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (how < 0 || how > 2) return socket_error(WSAEINVAL);
  if (socket->needs_context.load()) return socket_error(WSAENOTCONN);
  const int result = sys::counted([&] { return ::shutdown(socket->fd(), how); });
  if (result == 0 && how != SHUT_WR) socket->shut_receive.store(true);
  if (result == 0 && how != SHUT_RD) socket->shut_send.store(true);
  return winsock_result(result);
}

SOCKET WSAAccept(SOCKET s, sockaddr* address, LPINT bytes, void* condition, DWORD_PTR) {
  if (condition != nullptr) return failed(INVALID_SOCKET, WSAEOPNOTSUPP);
  return win32_accept(s, address, bytes);
}

int WSAConnect(SOCKET s, const sockaddr* address, int bytes, LPWSABUF caller_data,
               LPWSABUF callee_data, void*, void*) {
  if (caller_data != nullptr || callee_data != nullptr) return socket_error(WSAEOPNOTSUPP);
  return win32_connect(s, address, bytes);
}

int WSASendDisconnect(SOCKET s, LPWSABUF data) {
  if (data != nullptr) return socket_error(WSAEOPNOTSUPP);
  return win32_shutdown(s, SHUT_WR);
}

}  // extern "C"
