// Sending and receiving, plain and overlapped.

#include <netinet/in.h>

#include <cstring>
#include <vector>

#include "event.hpp"
#include "kernel_entries.hpp"
#include "socket_address.hpp"
#include "waitable.hpp"
#include "winsock.hpp"

using namespace win32;

namespace {

// Winsock's flag values; those of Linux differ.
constexpr DWORD kWinsockPeek = 0x2;
constexpr DWORD kWinsockPartial = 0x8000;
constexpr DWORD kMaxBuffers = 1024;  // IOV_MAX

// false: a flag that a datagram socket does not know.
bool translate_flags(DWORD winsock, int& linux_flags) {
  linux_flags = (winsock & kWinsockPeek) != 0 ? MSG_PEEK : 0;
  return (winsock & ~(kWinsockPeek | kWinsockPartial)) == 0;
}

bool event_is_valid(const OVERLAPPED& overlapped) {
  const auto bits = reinterpret_cast<std::uintptr_t>(overlapped.hEvent) & ~std::uintptr_t{3};
  return bits == 0 || Use<Event>(bits);
}

int report(const Started& started, LPDWORD bytes) {
  if (started.how == Started::How::done && bytes != nullptr) *bytes = started.bytes;
  return started.how == Started::How::done ? 0 : socket_error(static_cast<long>(started.error));
}

int receive_now(Socket& socket, std::span<const WSABUF> buffers, int flags, sockaddr* from,
                INT* from_bytes, LPDWORD bytes, LPDWORD flags_out) {
  Buffers captured(buffers);
  msghdr message{};
  message.msg_iov = captured.vectors().data();
  message.msg_iovlen = buffers.size();
  message.msg_name = from;
  message.msg_namelen = from != nullptr ? static_cast<socklen_t>(*from_bytes) : 0;
  const ssize_t received = socket.receive(message, flags, !socket.nonblocking.load());
  if (received == -ECONNREFUSED) return socket_error(WSAECONNRESET);
  if (received < 0 && socket.closing()) return socket_error(WSAEINTR);
  if (received == -EAGAIN && !socket.nonblocking.load()) return socket_error(WSAETIMEDOUT);
  if (received < 0) return winsock_result(received);
  if (from != nullptr) *from_bytes = static_cast<INT>(message.msg_namelen);
  *bytes = static_cast<DWORD>(received);
  *flags_out = 0;
  return (message.msg_flags & MSG_TRUNC) != 0 ? socket_error(WSAEMSGSIZE) : 0;
}

int receive_from(SOCKET s, std::span<const WSABUF> buffers, LPDWORD bytes, LPDWORD flags,
                 sockaddr* from, INT* from_bytes, LPWSAOVERLAPPED overlapped, bool routine) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  int linux_flags = 0;
  if (!translate_flags(*flags, linux_flags)) return socket_error(WSAEOPNOTSUPP);
  if (buffers.empty() || buffers.size() > kMaxBuffers) return socket_error(WSAEINVAL);
  if (socket->datagram() && !socket->bound.load()) return socket_error(WSAEINVAL);
  // The sender of a stream is known: the address stays untouched.
  if (!socket->datagram()) from = nullptr;
  if (overlapped == nullptr || !socket->traits().overlapped) {
    DWORD received = 0;
    const int result =
        receive_now(*socket, buffers, linux_flags, from, from_bytes, &received, flags);
    if (bytes != nullptr && (result == 0 || WSAEMSGSIZE == t_last_error)) *bytes = received;
    return result;
  }
  if (routine) return socket_error(WSAEOPNOTSUPP);
  if (!event_is_valid(*overlapped)) return socket_error(WSA_INVALID_HANDLE);
  Operation operation;
  operation.overlapped = overlapped;
  operation.buffers = Buffers(buffers);
  operation.flags = linux_flags;
  operation.from = from;
  operation.from_bytes = from_bytes;
  return report(socket->start_receive(std::move(operation)), bytes);
}

int send_now(Socket& socket, Operation& operation, LPDWORD bytes) {
  msghdr message{};
  message.msg_iov = operation.buffers.vectors().data();
  message.msg_iovlen = operation.buffers.vectors().size();
  message.msg_name = operation.to ? operation.to->bytes.data() : nullptr;
  message.msg_namelen = operation.to ? operation.to->length : 0;
  const ssize_t sent = socket.send(message, operation.flags, !socket.nonblocking.load());
  if (sent < 0 && socket.closing()) return socket_error(WSAEINTR);
  if (sent < 0) return winsock_result(sent);
  if (bytes != nullptr) *bytes = static_cast<DWORD>(sent);
  return 0;
}

int send_to(SOCKET s, std::span<const WSABUF> buffers, LPDWORD bytes, DWORD flags,
            const sockaddr* to, int to_bytes, LPWSAOVERLAPPED overlapped, bool routine) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  Operation operation;
  operation.overlapped = overlapped;
  operation.buffers = Buffers(buffers);
  if ((flags & ~kWinsockPartial) != 0) return socket_error(WSAEOPNOTSUPP);
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
    return send_now(*socket, operation, bytes);
  }
  if (routine) return socket_error(WSAEOPNOTSUPP);
  if (!event_is_valid(*overlapped)) return socket_error(WSA_INVALID_HANDLE);
  return report(socket->start_send(std::move(operation)), bytes);
}

WSABUF one_buffer(const char* data, int bytes) {
  return {static_cast<ULONG>(bytes), const_cast<char*>(data)};
}

// What the status of a finished block means to Winsock.
BOOL result_of(const OVERLAPPED& overlapped, LPDWORD bytes) {
  const auto status = static_cast<NTSTATUS>(overlapped.Internal);
  *bytes = static_cast<DWORD>(overlapped.InternalHigh);
  if (succeeded(status)) return TRUE;
  return failed(FALSE, static_cast<long>(winsock_error_of(status)));
}

bool pending(OVERLAPPED& overlapped) {
  return !HasOverlappedIoCompleted(&overlapped);
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
                      overlapped, routine != nullptr);
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
                 routine != nullptr);
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

BOOL WSAGetOverlappedResult(SOCKET s, LPWSAOVERLAPPED overlapped, LPDWORD bytes, BOOL wait,
                            LPDWORD flags) {
  const auto socket = use_socket(s);
  if (!socket) return FALSE;
  if (overlapped == nullptr || bytes == nullptr || flags == nullptr) {
    return failed(FALSE, WSAEFAULT);
  }
  *flags = 0;
  if (pending(*overlapped) && wait) {
    // Only a wait enters the kernel: the status of a finished block is read from memory.
    const WindowsEntry entry;
    const Use<Event> event(overlapped->hEvent);
    Waitable* const signal = event ? static_cast<Waitable*>(event.get()) : socket.get();
    while (pending(*overlapped))
      (void)wait_for(std::span(&signal, 1), false, Deadline::never());
  }
  if (pending(*overlapped)) socket->move_now();
  if (pending(*overlapped)) return failed(FALSE, WSA_IO_INCOMPLETE);
  return result_of(*overlapped, bytes);
}

}  // extern "C"
