// The completion port calls.

#include <array>
#include <thread>
#include <vector>

#include "apc_queue.hpp"
#include "file.hpp"
#include "handle_table.hpp"
#include "kernel_entries.hpp"
#include "last_error.hpp"
#include "port.hpp"
#include "socket.hpp"
#include "status.hpp"
#include "win32/kernel.h"

using namespace win32;

namespace {

// Entries are copied through a fixed block, so that a large count costs no allocation.
constexpr std::size_t kPacketsAtOnce = 256;

DWORD error_of(Port::Outcome outcome) {
  if (outcome == Port::Outcome::alerted) return WAIT_IO_COMPLETION;
  return outcome == Port::Outcome::closed ? ERROR_ABANDONED_WAIT_0 : WAIT_TIMEOUT;
}

HANDLE create_port(DWORD concurrency) {
  auto driver = Driver::create();
  if (!driver) return failed(HANDLE{}, ERROR_NO_SYSTEM_RESOURCES);
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  const auto port =
      std::make_shared<Port>(std::move(driver), concurrency == 0 ? processors : concurrency);
  const auto handle = HandleTable::instance().insert(port);
  if (handle == 0) return failed(HANDLE{}, ERROR_NO_SYSTEM_RESOURCES);
  return reinterpret_cast<HANDLE>(handle);
}

template <typename Attachable>
HANDLE attach(Attachable& object, HANDLE port_handle, ULONG_PTR key) {
  const Use<Port> port(port_handle);
  if (!port) return failed(HANDLE{}, ERROR_INVALID_HANDLE);
  if (!object.attach(port.share(), key)) return failed(HANDLE{}, ERROR_INVALID_PARAMETER);
  return port_handle;
}

HANDLE attach_any(HANDLE handle, HANDLE port, ULONG_PTR key) {
  if (const Use<Socket> socket(handle); socket) return attach(*socket, port, key);
  if (const Use<File> file(handle); file) return attach(*file, port, key);
  return failed(HANDLE{}, ERROR_INVALID_HANDLE);
}

OVERLAPPED_ENTRY entry_of(const Packet& packet) {
  return {packet.key, packet.overlapped, static_cast<ULONG_PTR>(packet.status), packet.bytes};
}

}  // namespace

HANDLE CreateIoCompletionPort(HANDLE file, HANDLE existing_port, ULONG_PTR key, DWORD concurrency) {
  const WindowsEntry entry;
  if (file == INVALID_HANDLE_VALUE) {
    return existing_port == nullptr ? create_port(concurrency)
                                    : failed(HANDLE{}, ERROR_INVALID_PARAMETER);
  }
  if (existing_port != nullptr) return attach_any(file, existing_port, key);
  const HANDLE port = create_port(concurrency);
  if (port == nullptr || attach_any(file, port, key) != nullptr) return port;
  const DWORD reason = GetLastError();
  CloseHandle(port);
  return failed(HANDLE{}, reason);
}

BOOL GetQueuedCompletionStatus(HANDLE port_handle, LPDWORD bytes, PULONG_PTR key,
                               LPOVERLAPPED* overlapped, DWORD milliseconds) {
  const WindowsEntry entry;
  if (bytes == nullptr || key == nullptr || overlapped == nullptr) {
    return failed(FALSE, ERROR_INVALID_PARAMETER);
  }
  *overlapped = nullptr;
  const Use<Port> port(port_handle);
  if (!port) return failed(FALSE, ERROR_INVALID_HANDLE);
  Packet packet{};
  std::size_t taken = 0;
  const auto outcome =
      port->take(std::span(&packet, 1), taken, Deadline::after_milliseconds(milliseconds));
  if (outcome != Port::Outcome::taken) return failed(FALSE, static_cast<long>(error_of(outcome)));
  *bytes = packet.bytes;
  *key = packet.key;
  *overlapped = packet.overlapped;
  if (succeeded(packet.status)) return TRUE;
  return failed(FALSE, static_cast<long>(win32_error_of(packet.status)));
}

BOOL GetQueuedCompletionStatusEx(HANDLE port_handle, LPOVERLAPPED_ENTRY entries, ULONG count,
                                 PULONG removed, DWORD milliseconds, BOOL alertable) {
  const WindowsEntry entry;
  if (entries == nullptr || removed == nullptr || count == 0) {
    return failed(FALSE, ERROR_INVALID_PARAMETER);
  }
  *removed = 0;
  const Use<Port> port(port_handle);
  if (!port) return failed(FALSE, ERROR_INVALID_HANDLE);
  ApcQueue* const alert = alertable != FALSE ? ApcQueue::current().get() : nullptr;
  std::array<Packet, kPacketsAtOnce> packets;
  Deadline deadline = Deadline::after_milliseconds(milliseconds);
  while (*removed < count) {
    const std::size_t room = std::min<std::size_t>(count - *removed, packets.size());
    std::size_t taken = 0;
    const auto outcome = port->take(std::span(packets.data(), room), taken, deadline, alert);
    if (outcome != Port::Outcome::taken) {
      if (outcome == Port::Outcome::alerted) (void)alert->run();
      return *removed > 0 ? TRUE : failed(FALSE, static_cast<long>(error_of(outcome)));
    }
    for (std::size_t i = 0; i < taken; ++i)
      entries[(*removed)++] = entry_of(packets[i]);
    if (taken < room) break;
    deadline = Deadline::after_milliseconds(0);
  }
  return TRUE;
}

BOOL PostQueuedCompletionStatus(HANDLE port_handle, DWORD bytes, ULONG_PTR key,
                                LPOVERLAPPED overlapped) {
  const WindowsEntry entry;
  const Use<Port> port(port_handle);
  if (!port) return failed(FALSE, ERROR_INVALID_HANDLE);
  const Packet packet{key, overlapped, STATUS_SUCCESS, bytes};
  port->push(std::span(&packet, 1));
  return TRUE;
}

BOOL SetFileCompletionNotificationModes(HANDLE file, UCHAR flags) {
  const WindowsEntry entry;
  const Use<Socket> socket(file);
  const Use<File> plain(file);
  if (!socket && !plain) return failed(FALSE, ERROR_INVALID_HANDLE);
  if ((flags & ~(FILE_SKIP_COMPLETION_PORT_ON_SUCCESS | FILE_SKIP_SET_EVENT_ON_HANDLE)) != 0) {
    return failed(FALSE, ERROR_INVALID_PARAMETER);
  }
  if (socket) socket->set_notification_modes(flags);
  if (plain) plain->set_notification_modes(flags);
  return TRUE;
}

BOOL CancelIoEx(HANDLE file, LPOVERLAPPED overlapped) {
  const WindowsEntry entry;
  // An operation on a file is over when its call returns.
  if (Use<File>(file)) return failed(FALSE, ERROR_NOT_FOUND);
  const Use<Socket> socket(file);
  if (!socket) return failed(FALSE, ERROR_INVALID_HANDLE);
  return socket->cancel(overlapped, 0) ? TRUE : failed(FALSE, ERROR_NOT_FOUND);
}

BOOL CancelIo(HANDLE file) {
  const WindowsEntry entry;
  if (Use<File>(file)) return TRUE;
  const Use<Socket> socket(file);
  if (!socket) return failed(FALSE, ERROR_INVALID_HANDLE);
  (void)socket->cancel(nullptr, GetCurrentThreadId());
  return TRUE;
}
