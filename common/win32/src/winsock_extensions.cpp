// Microsoft's extension functions, and the ioctl that hands them out.

#include "winsock_extensions.hpp"

#include <netinet/in.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "event.hpp"
#include "kernel_entries.hpp"
#include "socket_address.hpp"
#include "transmission.hpp"
#include "win32/transmit_file.h"
#include "winsock.hpp"

using namespace win32;

namespace {

constexpr DWORD kDisconnect = 1;   // TF_DISCONNECT
constexpr DWORD kReuseSocket = 2;  // TF_REUSE_SOCKET
constexpr DWORD kAddressExtra = 16;

DWORD smallest_area(const Socket& socket) {
  const std::size_t address =
      socket.traits().family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  return static_cast<DWORD>(address) + kAddressExtra;
}

bool is_fresh(const Socket& socket) {
  return !socket.datagram() && !socket.listening.load() && !socket.connected.load() &&
         (!socket.bound.load() || socket.reusable.load());
}

BOOL report(const Started& started, LPDWORD bytes) {
  if (started.how == Started::How::done && bytes != nullptr) *bytes = started.bytes;
  return started.how == Started::How::done ? TRUE : failed(FALSE, static_cast<long>(started.error));
}

struct ExtensionRow {
  GUID id;
  void* function;
};

template <typename Function>
void* erase(Function* function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

extern "C" {

BOOL AcceptEx(SOCKET listen_socket, SOCKET accept_socket, void* output, DWORD receive_bytes,
              DWORD local_bytes, DWORD remote_bytes, LPDWORD received, OVERLAPPED* overlapped) {
  const WindowsEntry entry;
  const auto listener = use_socket(listen_socket);
  const auto accepted = use_socket(accept_socket);
  if (!listener || !accepted) return FALSE;
  if (overlapped == nullptr) return failed(FALSE, ERROR_INVALID_PARAMETER);
  if (output == nullptr) return failed(FALSE, WSAEFAULT);
  if (!listener->listening.load() || !is_fresh(*accepted) ||
      std::min(local_bytes, remote_bytes) < smallest_area(*listener)) {
    return failed(FALSE, WSAEINVAL);
  }
  WSABUF data{receive_bytes, static_cast<char*>(output)};
  Operation operation;
  operation.overlapped = overlapped;
  operation.buffers = Buffers({&data, 1});
  operation.kind = OperationKind::accept;
  operation.make_special().acceptance = std::make_unique<Acceptance>(
      Acceptance{accept_socket, data.buf + receive_bytes, local_bytes, remote_bytes, nullptr, 0});
  return report(listener->start_accept(std::move(operation)), received);
}

void GetAcceptExSockaddrs(void* output, DWORD receive_bytes, DWORD local_bytes, DWORD,
                          sockaddr** local, int* local_length, sockaddr** remote,
                          int* remote_length) {
  char* const local_area = static_cast<char*>(output) + receive_bytes;
  char* const remote_area = local_area + local_bytes;
  std::memcpy(local_length, local_area, sizeof *local_length);
  std::memcpy(remote_length, remote_area, sizeof *remote_length);
  *local = reinterpret_cast<sockaddr*>(local_area + sizeof *local_length);
  *remote = reinterpret_cast<sockaddr*>(remote_area + sizeof *remote_length);
}

}  // extern "C"

namespace {

// Where the file's bytes begin: the block's offset, or the file's own position.
std::uint64_t start_of(const File& file, const OVERLAPPED* overlapped) {
  if (overlapped != nullptr) {
    return static_cast<std::uint64_t>(overlapped->OffsetHigh) << 32 | overlapped->Offset;
  }
  const off_t here = ::lseek(file.fd(), 0, SEEK_CUR);
  return here < 0 ? 0 : static_cast<std::uint64_t>(here);
}

std::uint64_t bytes_behind(const File& file, std::uint64_t offset) {
  struct stat status {};
  if (::fstat(file.fd(), &status) != 0) return 0;
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  return bytes > offset ? bytes - offset : 0;
}

std::shared_ptr<Transmission> transmission_of(const Use<File>& file, DWORD bytes,
                                              const OVERLAPPED* overlapped, DWORD flags) {
  auto transmission = std::make_shared<Transmission>();
  if (file) {
    transmission->file = file.share();
    transmission->offset = start_of(*file, overlapped);
    const std::uint64_t rest = bytes_behind(*file, transmission->offset);
    transmission->left = bytes == 0 ? rest : std::min<std::uint64_t>(bytes, rest);
  }
  transmission->disconnect = (flags & kDisconnect) != 0;
  transmission->reuse = (flags & kReuseSocket) != 0;
  return transmission;
}

// The call without a block: it waits here for its own end.
BOOL transmit_waiting(Socket& socket, Operation&& operation) {
  OVERLAPPED own{};
  const auto event = std::make_shared<Event>(true, false);
  const auto handle = HandleTable::instance().insert(event);
  // The low bit: no packet for a call without a block.
  own.hEvent = reinterpret_cast<HANDLE>(handle | 1U);
  operation.overlapped = &own;
  const Started started = socket.start_transmit(std::move(operation));
  Waitable* const done = event.get();
  if (started.how == Started::How::pending) {
    (void)wait_for(std::span(&done, 1), false, Deadline::never());
  }
  (void)HandleTable::instance().close(handle);
  if (started.how == Started::How::failed) return failed(FALSE, static_cast<long>(started.error));
  const auto status = static_cast<NTSTATUS>(own.Internal);
  return succeeded(status) ? TRUE : failed(FALSE, static_cast<long>(winsock_error_of(status)));
}

}  // namespace

extern "C" BOOL TransmitFile(SOCKET s, HANDLE handle, DWORD bytes, DWORD, OVERLAPPED* overlapped,
                             TRANSMIT_FILE_BUFFERS* around, DWORD flags) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return FALSE;
  constexpr DWORD kHints = 0x04 | 0x10 | 0x20;  // TF_WRITE_BEHIND, TF_USE_…: how, not what
  constexpr DWORD kMostBytes = 0x7ffffffe;
  if ((flags & ~(kDisconnect | kReuseSocket | kHints)) != 0 || bytes > kMostBytes) {
    return failed(FALSE, WSAEINVAL);
  }
  if (socket->datagram() || !socket->is_connected()) return failed(FALSE, WSAENOTCONN);
  const Use<File> file(handle);
  if (handle != nullptr && !file) return failed(FALSE, ERROR_INVALID_HANDLE);
  Operation operation;
  operation.overlapped = overlapped;
  operation.make_special().transmission = transmission_of(file, bytes, overlapped, flags);
  if (around != nullptr) {
    const WSABUF head{around->HeadLength, static_cast<char*>(around->Head)};
    const WSABUF tail{around->TailLength, static_cast<char*>(around->Tail)};
    if (head.len > 0) operation.buffers = Buffers({&head, 1});
    if (tail.len > 0) operation.transmission()->tail = Buffers({&tail, 1});
  }
  if (overlapped == nullptr) return transmit_waiting(*socket, std::move(operation));
  return report(socket->start_transmit(std::move(operation)), nullptr);
}

namespace {

BOOL connect_ex(SOCKET s, const sockaddr* to, int to_bytes, void* data, DWORD data_bytes,
                LPDWORD sent, OVERLAPPED* overlapped) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return FALSE;
  if (overlapped == nullptr) return failed(FALSE, ERROR_INVALID_PARAMETER);
  if (socket->datagram() || !socket->bound.load() || socket->listening.load()) {
    return failed(FALSE, WSAEINVAL);
  }
  if (socket->connected.load()) return failed(FALSE, WSAEISCONN);
  if (const long problem = destination_problem(*socket, to, to_bytes)) {
    return failed(FALSE, problem);
  }
  WSABUF buffer{data_bytes, static_cast<char*>(data)};
  Operation operation;
  operation.overlapped = overlapped;
  operation.buffers = Buffers({&buffer, 1});
  return report(socket->start_connect(std::move(operation), to, static_cast<socklen_t>(to_bytes)),
                sent);
}

BOOL disconnect_ex(SOCKET s, OVERLAPPED* overlapped, DWORD flags, DWORD reserved) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return FALSE;
  if (reserved != 0 || (flags & ~kReuseSocket) != 0) return failed(FALSE, WSAEINVAL);
  return report(socket->disconnect(overlapped, (flags & kReuseSocket) != 0), nullptr);
}

}  // namespace

namespace win32 {

void* extension_function(const GUID& id) {
  static const std::array rows{
      ExtensionRow{{0xb5367df1, 0xcbac, 0x11cf, {0x95, 0xca, 0x00, 0x80, 0x5f, 0x48, 0xa1, 0x92}},
                   erase(AcceptEx)},
      ExtensionRow{{0xb5367df2, 0xcbac, 0x11cf, {0x95, 0xca, 0x00, 0x80, 0x5f, 0x48, 0xa1, 0x92}},
                   erase(GetAcceptExSockaddrs)},
      ExtensionRow{{0xb5367df0, 0xcbac, 0x11cf, {0x95, 0xca, 0x00, 0x80, 0x5f, 0x48, 0xa1, 0x92}},
                   erase(TransmitFile)},
      ExtensionRow{{0x25a207b9, 0xddf3, 0x4660, {0x8e, 0xe9, 0x76, 0xe5, 0x8c, 0x74, 0x06, 0x3e}},
                   erase(connect_ex)},
      ExtensionRow{{0x7fda2e11, 0x8630, 0x436f, {0xa0, 0x31, 0xf5, 0x36, 0xa6, 0xee, 0xc1, 0x57}},
                   erase(disconnect_ex)},
  };
  const auto row = std::ranges::find_if(
      rows, [&](const ExtensionRow& r) { return std::memcmp(&r.id, &id, sizeof id) == 0; });
  return row == rows.end() ? nullptr : row->function;
}

}  // namespace win32
