// Readiness: select, WSAPoll, WSAEventSelect.
//
// Windows' fd_set is a list of sockets, not a bit mask. All of them are asked by one poll().

#include <poll.h>

#include <cstring>
#include <vector>

#include "apc_queue.hpp"
#include "deadline.hpp"
#include "event.hpp"
#include "kernel_entries.hpp"
#include "network_events.hpp"
#include "running_scope.hpp"
#include "system_calls.hpp"
#include "win32/readiness_types.h"
#include "winsock.hpp"

using namespace win32;

namespace {

// Windows' poll bits.
constexpr SHORT kPollError = 0x1;
constexpr SHORT kPollHangUp = 0x2;
constexpr SHORT kPollInvalid = 0x4;
constexpr SHORT kPollWrite = 0x10;
constexpr SHORT kPollReadNormal = 0x100;
constexpr SHORT kPollReadBand = 0x200;
constexpr SHORT kPollPriority = 0x400;

int poll_now(std::vector<pollfd>& descriptors, const Deadline& deadline) {
  const NotRunningScope blocked;
  return sys::counted(
      [&] { return ::poll(descriptors.data(), descriptors.size(), deadline.left_milliseconds()); });
}

short linux_events(SHORT events) {
  short wanted = 0;
  if ((events & kPollReadNormal) != 0) wanted |= POLLIN;
  if ((events & kPollReadBand) != 0) wanted |= POLLPRI;
  if ((events & kPollWrite) != 0) wanted |= POLLOUT;
  return wanted;
}

SHORT windows_events(short ready, SHORT wanted) {
  SHORT events = 0;
  if ((ready & POLLIN) != 0) events |= static_cast<SHORT>(kPollReadNormal & wanted);
  if ((ready & POLLPRI) != 0) events |= static_cast<SHORT>(kPollReadBand & wanted);
  if ((ready & POLLOUT) != 0) events |= static_cast<SHORT>(kPollWrite & wanted);
  if ((ready & POLLERR) != 0) events |= kPollError;
  if ((ready & POLLHUP) != 0) events |= kPollHangUp;
  return events;
}

// The sockets of up to three lists, and what each is asked.
class Selection {
 public:
  // false: something in it is no socket.
  [[nodiscard]] bool add(const fd_set* set, short events) {
    for (u_int i = 0; set != nullptr && i < set->fd_count; ++i) {
      const auto socket = use_socket(set->fd_array[i]);
      if (!socket) return false;
      descriptors_.push_back({socket->fd(), events, 0});
    }
    return true;
  }
  [[nodiscard]] bool empty() const { return descriptors_.empty(); }
  [[nodiscard]] int wait(const Deadline& deadline) { return poll_now(descriptors_, deadline); }

  // Keeps in the list those that `ready` says yes to; the lists come in the order of add().
  template <typename Ready>
  int keep(fd_set* set, const Ready& ready) {
    if (set == nullptr) return 0;
    u_int kept = 0;
    for (u_int i = 0; i < set->fd_count; ++i) {
      if (ready(descriptors_[next_++].revents)) set->fd_array[kept++] = set->fd_array[i];
    }
    set->fd_count = kept;
    return static_cast<int>(kept);
  }

 private:
  std::vector<pollfd> descriptors_;
  std::size_t next_ = 0;
};

DWORD milliseconds_of(const timeval* limit) {
  if (limit == nullptr) return INFINITE;
  return static_cast<DWORD>(limit->tv_sec * 1000 + (limit->tv_usec + 999) / 1000);
}

}  // namespace

extern "C" {

int win32_select(int, fd_set* readable, fd_set* writable, fd_set* exceptional,
                 const timeval* limit) {
  const WindowsEntry entry;
  if (!winsock_started()) return socket_error(WSANOTINITIALISED);
  Selection selection;
  if (!selection.add(readable, POLLIN) || !selection.add(writable, POLLOUT) ||
      !selection.add(exceptional, POLLPRI)) {
    return socket_error(WSAENOTSOCK);
  }
  if (selection.empty()) return socket_error(WSAEINVAL);
  const int found = selection.wait(Deadline::after_milliseconds(milliseconds_of(limit)));
  if (found < 0) return winsock_result(found);
  const auto can_read = [](short ready) { return (ready & (POLLIN | POLLHUP | POLLERR)) != 0; };
  // A connect that failed is an exception, and no readiness to send.
  const auto can_send = [](short ready) {
    return (ready & POLLOUT) != 0 && (ready & POLLERR) == 0;
  };
  const auto has_failed = [](short ready) { return (ready & (POLLPRI | POLLERR)) != 0; };
  int total = selection.keep(readable, can_read);
  total += selection.keep(writable, can_send);
  return total + selection.keep(exceptional, has_failed);
}

int WSAPoll(WSAPOLLFD* entries, ULONG count, INT milliseconds) {
  const WindowsEntry entry;
  if (!winsock_started()) return socket_error(WSANOTINITIALISED);
  if (entries == nullptr) return socket_error(WSAEFAULT);
  if (count == 0) return socket_error(WSAEINVAL);
  std::vector<pollfd> descriptors;
  int invalid = 0;
  for (ULONG i = 0; i < count; ++i) {
    if ((entries[i].events & kPollPriority) != 0) return socket_error(WSAEINVAL);
    const auto socket = entries[i].fd == INVALID_SOCKET ? Use<Socket>() : use_socket(entries[i].fd);
    entries[i].revents = socket ? SHORT{0} : kPollInvalid;
    if (!socket) ++invalid;
    descriptors.push_back({socket ? socket->fd() : -1, linux_events(entries[i].events), 0});
  }
  if (invalid == static_cast<int>(count)) return socket_error(WSAENOTSOCK);
  const DWORD limit = milliseconds < 0 ? INFINITE : static_cast<DWORD>(milliseconds);
  const int found = poll_now(descriptors, Deadline::after_milliseconds(invalid > 0 ? 0 : limit));
  if (found < 0) return winsock_result(found);
  for (ULONG i = 0; i < count; ++i) {
    if (entries[i].revents == 0) {
      entries[i].revents = windows_events(descriptors[i].revents, entries[i].events);
    }
  }
  return found + invalid;
}

int win32_fd_is_set(SOCKET s, const fd_set* set) {
  for (u_int i = 0; i < set->fd_count; ++i) {
    if (set->fd_array[i] == s) return 1;
  }
  return 0;
}

int WSAEventSelect(SOCKET s, WSAEVENT event, long events) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  const Use<Event> target(event);
  if (!target && events != 0) return socket_error(WSA_INVALID_HANDLE);
  socket->select_events(target ? target.share() : nullptr, events);
  return 0;
}

int WSAEnumNetworkEvents(SOCKET s, WSAEVENT event, WSANETWORKEVENTS* result) {
  const WindowsEntry entry;
  const auto socket = use_socket(s);
  if (!socket) return SOCKET_ERROR;
  if (result == nullptr) return socket_error(WSAEFAULT);
  if (event != nullptr) {
    const Use<Event> signalled(event);
    if (!signalled) return socket_error(WSA_INVALID_HANDLE);
    reset_event(*signalled);
  }
  *result = {};
  NetworkEvents* const network = socket->network_events();
  if (network == nullptr) return 0;
  const NetworkEvents::Report report = network->take();
  result->lNetworkEvents = static_cast<LONG>(report.events);
  std::memcpy(result->iErrorCode, report.errors.data(), sizeof result->iErrorCode);
  return 0;
}

}  // extern "C"
