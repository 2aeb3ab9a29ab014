// Sending and receiving, plain and overlapped.

#include <netinet/in.h>
#include <poll.h>

#include <cstring>
#include <vector>

#include "apc_queue.hpp"
#include "event.hpp"
#include "kernel_entries.hpp"
#include "network_events.hpp"
#include "socket_address.hpp"
#include "winsock.hpp"

using namespace win32;

namespace {

// Winsock's flag values; those of Linux differ.
constexpr DWORD kWinsockOutOfBand = 0x1;
constexpr DWORD kWinsockPeek = 0x2;
constexpr DWORD kDontRoute = 0x4;
constexpr DWORD kWinsockWaitAll = 0x8;
constexpr DWORD kWinsockPushImmediate = 0x20;
constexpr DWORD kWinsockPartial = 0x8000;
constexpr DWORD kMaxBuffers = 1024;  // IOV_MAX

// false: a flag that this socket does not know.
bool translate_flags(DWORD winsock, bool datagram, int& linux_flags) {
  DWORD known = kWinsockPeek | kWinsockPartial;
  if (!datagram) known |= kWinsockOutOfBand | kWinsockWaitAll | kWinsockPushImmediate;
  linux_flags = (winsock & kWinsockPeek) != 0 ? MSG_PEEK : 0;
  if ((winsock & kWinsockOutOfBand) != 0) linux_flags |= MSG_OOB;
  if ((winsock & kWinsockWaitAll) != 0) linux_flags |= MSG_WAITALL;
  return (winsock & ~known) == 0;
}

bool event_is_valid(const OVERLAPPED& overlapped) {
  const auto bits = reinterpret_cast<std::uintptr_t>(overlapped.hEvent) & ~std::uintptr_t{3};
  return bits == 0 || Use<Event>(bits);
}

std::unique_ptr<Routine> routine_of(LPWSAOVERLAPPED_COMPLETION_ROUTINE function) {
  return std::make_unique<Routine>(Routine{ApcQueue::current(), function, false});
}

// 0, or what an overlapped call with this block fails with at once.
long overlapped_problem(Socket& socket, const OVERLAPPED& overlapped, bool routine) {
  if (routine) return socket.attached() ? WSAEINVAL : 0;
  return event_is_valid(overlapped) ? 0 : WSA_INVALID_HANDLE;
}

int report(const Started& started, LPDWORD bytes) {
  if (started.how == Started::How::done && bytes != nullptr) *bytes = started.bytes;
  return started.how == Started::How::done ? 0 : socket_error(static_cast<long>(started.error));
}

// A thread that may get calls runs them while it has to wait.
ssize_t receive_alertably(Socket& socket, msghdr& message, int flags) {
  for (;;) {
    const ssize_t received = socket.receive(message, flags, false);
    if (received != -EAGAIN) return received;
    if (!socket.wait_alertably(POLLIN)) return -EAGAIN;  // SO_RCVTIMEO
  }
}

ssize_t receive_in_its_mode(Socket& socket, msghdr& message, int flags) {
  const bool wait = !socket.nonblocking.load();
  if (wait && ApcQueue::in_use() != nullptr) return receive_alertably(socket, message, flags);
  return socket.receive(message, flags, wait);
}

int receive_now(Socket& socket, std::span<const WSABUF> buffers, int flags, sockaddr* from,
                INT* from_bytes, LPDWORD bytes, LPDWORD flags_out) {
  Buffers captured(buffers);
  msghdr message{};
  message.msg_iov = captured.vectors().data();
  message.msg_iovlen = buffers.size();
  message.msg_name = from;
  message.msg_namelen = from != nullptr ? static_cast<socklen_t>(*from_bytes) : 0;
  const ssize_t received = receive_in_its_mode(socket, message, flags);
  if (NetworkEvents* const events = socket.network_events()) events->rearm(kCanRead);
  if (received == -ECONNREFUSED) return socket_error(WSAECONNRESET);
  if (received < 0 && socket.closing()) return socket_error(WSAEINTR);
  if (received == -EAGAIN && !socket.nonblocking.load()) return socket_error(WSAETIMEDOUT);
  if (received < 0) return winsock_result(received);
  if (from != nullptr) *from_bytes = static_cast<INT>(message.msg_namelen);
  *bytes = static_cast<DWORD>(received);
  *flags_out = 0;
  return (message.msg_flags & MSG_TRUNC) != 0 ? socket_error(WSAEMSGSIZE) : 0;
}

void fill(OVERLAPPED& overlapped, bool whole, DWORD bytes) {
  overlapped.Internal = static_cast<DWORD>(whole ? STATUS_SUCCESS : STATUS_BUFFER_OVERFLOW);
  overlapped.InternalHigh = bytes;
}

int receive_from(SOCKET s, std::span<const WSABUF> buffers, LPDWORD bytes, LPDWORD flags,
                 sockaddr* from, INT* from_bytes, LPWSAOVERLAPPED overlapped,
                 LPWSAOVERLAPPED_COMPLETION_ROUTINE routine) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  int linux_flags = 0;
  if (!translate_flags(*flags, socket->datagram(), linux_flags)) {
    return socket_error(WSAEOPNOTSUPP);
  }
  if (buffers.empty() || buffers.size() > kMaxBuffers) return socket_error(WSAEINVAL);
  if (socket->datagram() && !socket->bound.load()) return socket_error(WSAEINVAL);
  // The sender of a stream is known: the address stays untouched.
  if (!socket->datagram()) from = nullptr;
  if (overlapped == nullptr || !socket->traits().overlapped) {
    DWORD received = 0;
    const int result =
        receive_now(*socket, buffers, linux_flags, from, from_bytes, &received, flags);
    const bool some = result == 0 || WSAEMSGSIZE == t_last_error;
    if (bytes != nullptr && some) *bytes = received;
    // Without the flag the call is synchronous, and the block is filled in.
    if (overlapped != nullptr && some) fill(*overlapped, result == 0, received);
    return result;
  }
  // Waiting for all bytes is for calls that wait.
  if ((linux_flags & MSG_WAITALL) != 0) return socket_error(WSAEOPNOTSUPP);
  if (const long problem = overlapped_problem(*socket, *overlapped, routine != nullptr)) {
    return socket_error(problem);
  }
  Operation operation;
  if (routine != nullptr) operation.make_special().routine = routine_of(routine);
  operation.overlapped = overlapped;
  operation.buffers = Buffers(buffers);
  operation.flags = linux_flags;
  operation.from = from;
  operation.from_bytes = from_bytes;
  return report(socket->start_receive(std::move(operation)), bytes);
}

msghdr message_of(Operation& operation) {
  msghdr message{};
  message.msg_iov = operation.buffers.vectors().data();
  message.msg_iovlen = operation.buffers.vectors().size();
  message.msg_name = operation.to ? operation.to->bytes.data() : nullptr;
  message.msg_namelen = operation.to ? operation.to->length : 0;
  return message;
}

// A non-blocking send on a stream takes all or nothing: what the kernel leaves over is kept.
int send_without_waiting(Socket& socket, Operation& operation, LPDWORD bytes) {
  if (!socket.datagram() && socket.has_rest()) return socket_error(WSAEWOULDBLOCK);
  msghdr message = message_of(operation);
  const ssize_t sent = socket.send(message, operation.flags, false);
  if (sent < 0) return winsock_result(sent);
  if (static_cast<std::size_t>(sent) < operation.buffers.bytes() && !socket.datagram()) {
    operation.buffers.advance(static_cast<std::size_t>(sent));
    if (!socket.keep_rest(operation.buffers)) return socket_error(WSAENOBUFS);
  }
  if (bytes != nullptr) *bytes = static_cast<DWORD>(operation.buffers.bytes());
  return 0;
}

// A blocking send on a stream returns when all is with the system, like Windows'.
int send_waiting(Socket& socket, Operation& operation, LPDWORD bytes) {
  std::size_t done = 0;
  do {
    msghdr message = message_of(operation);
    const ssize_t sent = socket.send(message, operation.flags, true);
    if (sent < 0 && socket.closing()) return socket_error(WSAEINTR);
    if (sent == -EAGAIN) return socket_error(WSAETIMEDOUT);  // SO_SNDTIMEO
    if (sent < 0) return winsock_result(sent);
    done += static_cast<std::size_t>(sent);
    operation.buffers.advance(static_cast<std::size_t>(sent));
  } while (!socket.datagram() && done < operation.buffers.bytes());
  if (bytes != nullptr) *bytes = static_cast<DWORD>(done);
  return 0;
}

int send_now(Socket& socket, Operation& operation, LPDWORD bytes) {
  return socket.nonblocking.load() ? send_without_waiting(socket, operation, bytes)
                                   : send_waiting(socket, operation, bytes);
}

int send_to(SOCKET s, std::span<const WSABUF> buffers, LPDWORD bytes, DWORD flags,
            const sockaddr* to, int to_bytes, LPWSAOVERLAPPED overlapped,
            LPWSAOVERLAPPED_COMPLETION_ROUTINE routine) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  Operation operation;
  operation.overlapped = overlapped;
  operation.buffers = Buffers(buffers);
  const DWORD known = socket->datagram() ? kWinsockPartial | kDontRoute
                                         : kWinsockPartial | kDontRoute | kWinsockOutOfBand;
  if ((flags & ~known) != 0) return socket_error(WSAEOPNOTSUPP);
  if ((flags & kWinsockOutOfBand) != 0) operation.flags = MSG_OOB;
  if (buffers.size() > kMaxBuffers) return socket_error(WSAEINVAL);
  if (to != nullptr && socket->datagram()) {
    if (const long problem = destination_problem(*socket, to, to_bytes)) {
      return socket_error(problem);
    }
    operation.to = std::make_unique<Destination>();
    operation.to->length = static_cast<socklen_t>(
        std::min<std::size_t>(static_cast<std::size_t>(to_bytes), operation.to->bytes.size()));
    std::memcpy(operation.to->bytes.data(), to, operation.to->length);
    socket->bound.store(true);  // Windows, like Linux, binds on the first send
  }
  if (overlapped == nullptr || !socket->traits().overlapped) {
    const int result = send_now(*socket, operation, bytes);
    if (overlapped != nullptr && result == 0) {
      fill(*overlapped, true, static_cast<DWORD>(operation.buffers.bytes()));
    }
    return result;
  }
  if (const long problem = overlapped_problem(*socket, *overlapped, routine != nullptr)) {
    return socket_error(problem);
  }
  if (routine != nullptr) operation.make_special().routine = routine_of(routine);
  return report(socket->start_send(std::move(operation)), bytes);
}

WSABUF one_buffer(const char* data, int bytes) {
  return {static_cast<ULONG>(bytes), const_cast<char*>(data)};
}

}  // namespace

extern "C" {

int WSARecvFrom(SOCKET s, LPWSABUF buffers, DWORD count, LPDWORD bytes, LPDWORD flags,
                sockaddr* from, LPINT from_bytes, LPWSAOVERLAPPED overlapped,
                LPWSAOVERLAPPED_COMPLETION_ROUTINE routine) {
  if ((bytes == nullptr && overlapped == nullptr) || flags == nullptr ||
      (buffers == nullptr && count > 0) || (from != nullptr && from_bytes == nullptr)) {
    return socket_error(WSAEFAULT);
  }
  return receive_from(s, std::span<const WSABUF>(buffers, count), bytes, flags, from, from_bytes,
                      overlapped, routine);
}

int WSARecv(SOCKET s, LPWSABUF buffers, DWORD count, LPDWORD bytes, LPDWORD flags,
            LPWSAOVERLAPPED overlapped, LPWSAOVERLAPPED_COMPLETION_ROUTINE routine) {
  return WSARecvFrom(s, buffers, count, bytes, flags, nullptr, nullptr, overlapped, routine);
}

int WSASendTo(SOCKET s, LPWSABUF buffers, DWORD count, LPDWORD bytes, DWORD flags,
              const sockaddr* to, int to_bytes, LPWSAOVERLAPPED overlapped,
              LPWSAOVERLAPPED_COMPLETION_ROUTINE routine) {
  if ((bytes == nullptr && overlapped == nullptr) || (buffers == nullptr && count > 0)) {
    return socket_error(WSAEFAULT);
  }
  return send_to(s, std::span<const WSABUF>(buffers, count), bytes, flags, to, to_bytes, overlapped,
                 routine);
}

int WSASend(SOCKET s, LPWSABUF buffers, DWORD count, LPDWORD bytes, DWORD flags,
            LPWSAOVERLAPPED overlapped, LPWSAOVERLAPPED_COMPLETION_ROUTINE routine) {
  return WSASendTo(s, buffers, count, bytes, flags, nullptr, 0, overlapped, routine);
}

int win32_sendto(SOCKET s, const char* data, int bytes, int flags, const sockaddr* to,
                 int to_bytes) {
  if (bytes < 0 || (data == nullptr && bytes > 0)) return socket_error(WSAEFAULT);
  WSABUF buffer = one_buffer(data, bytes);
  DWORD sent = 0;
  const int result =
      WSASendTo(s, &buffer, 1, &sent, static_cast<DWORD>(flags), to, to_bytes, nullptr, nullptr);
  return result == 0 ? static_cast<int>(sent) : SOCKET_ERROR;
}

int win32_send(SOCKET s, const char* data, int bytes, int flags) {
  return win32_sendto(s, data, bytes, flags, nullptr, 0);
}

int win32_recvfrom(SOCKET s, char* data, int bytes, int flags, sockaddr* from, int* from_bytes) {
  if (bytes < 0 || (data == nullptr && bytes > 0)) return socket_error(WSAEFAULT);
  WSABUF buffer = one_buffer(data, bytes);
  DWORD received = 0;
  DWORD in_out = static_cast<DWORD>(flags);
  const int result =
      WSARecvFrom(s, &buffer, 1, &received, &in_out, from, from_bytes, nullptr, nullptr);
  return result == 0 ? static_cast<int>(received) : SOCKET_ERROR;
}

int win32_recv(SOCKET s, char* data, int bytes, int flags) {
  return win32_recvfrom(s, data, bytes, flags, nullptr, nullptr);
}

}  // extern "C"
