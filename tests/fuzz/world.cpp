#include "world.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace fuzz {
namespace {

constexpr ULONG_PTR kSocketKey = 1;
constexpr ULONG_PTR kPostedKey = 2;
constexpr ULONG_PTR kNotifyKey = 100;  // and above: the RIO socket's number
constexpr auto kPatience = std::chrono::seconds(20);

SOCKADDR_IN bind_to_loopback(SOCKET socket) {
  SOCKADDR_IN address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int bytes = sizeof address;
  if (bind(socket, reinterpret_cast<const sockaddr*>(&address), bytes) != 0 ||
      getsockname(socket, reinterpret_cast<sockaddr*>(&address), &bytes) != 0) {
    broken("a socket can be bound", WSAGetLastError());
  }
  return address;
}

SOCKET datagram_socket(DWORD flags) {
  const SOCKET socket = WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, flags);
  if (socket == INVALID_SOCKET) broken("a socket can be made", WSAGetLastError());
  return socket;
}

bool may_end_with(DWORD error) {
  return error == ERROR_MORE_DATA || error == ERROR_OPERATION_ABORTED ||
         error == ERROR_PORT_UNREACHABLE || error == ERROR_CONNECTION_ABORTED;
}

bool may_have_status(LONG status) {
  return status == 0 || status == ERROR_MORE_DATA || status == WSA_OPERATION_ABORTED ||
         status == WSAENOTSOCK;
}

template <typename Done>
void wait_until(const Done& done, const char* rule) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) broken(rule, 0);
    std::this_thread::yield();
  }
}

}  // namespace

void end_with(const char* rule, unsigned long long value) {
  std::fprintf(stderr, "broken: %s (%llu)\n", rule, value);
  std::abort();
}

World::World() : memory_(std::size_t{kSlice} * kSlices * kRioSockets) {
  port_ = CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 0);
  sender_ = datagram_socket(WSA_FLAG_OVERLAPPED);
  (void)bind_to_loopback(sender_);
  rio_ = rio::load_function_table(sender_);
  buffer_ = rio_.RIORegisterBuffer(memory_.data(), static_cast<DWORD>(memory_.size()));
  for (Plain& plain : plain_)
    open(plain);
  for (Registered& registered : registered_)
    open(registered);
}

World::~World() {
  rio_.RIODeregisterBuffer(buffer_);
  closesocket(sender_);
  CloseHandle(port_);
}

void World::open(Plain& plain) {
  plain.socket = datagram_socket(WSA_FLAG_OVERLAPPED);
  plain.address = bind_to_loopback(plain.socket);
  CreateIoCompletionPort(reinterpret_cast<HANDLE>(plain.socket), port_, kSocketKey, 0);
}

void World::open(Registered& registered) {
  const auto number = static_cast<ULONG_PTR>(&registered - registered_.data());
  registered.socket = datagram_socket(WSA_FLAG_REGISTERED_IO);
  registered.address = bind_to_loopback(registered.socket);
  RIO_NOTIFICATION_COMPLETION notification{};
  notification.Type = RIO_IOCP_COMPLETION;
  notification.Iocp.IocpHandle = port_;
  notification.Iocp.CompletionKey = reinterpret_cast<PVOID>(kNotifyKey + number);
  notification.Iocp.Overlapped = this;
  registered.results = rio_.RIOCreateCompletionQueue(kReceives + kSends, &notification);
  registered.queue = rio_.RIOCreateRequestQueue(registered.socket, kReceives, 1, kSends, 1,
                                                registered.results, registered.results, this);
  registered.receive_limit = kReceives;
  if (registered.queue == RIO_INVALID_RQ) broken("a request queue can be made", WSAGetLastError());
}

Record& World::new_record() {
  const std::lock_guard lock(records_mutex_);
  records_.push_back(std::make_unique<Record>());
  return *records_.back();
}

void World::step(std::uint8_t what, std::uint8_t which, std::uint8_t how) {
  Plain& plain = plain_[which % kSockets];
  Registered& registered = registered_[which % kRioSockets];
  switch (what % 12) {
    case 0:
      return receive(plain, how);
    case 1:
    case 2:
      return send_datagram(which, how);
    case 3:
      return cancel(plain, how);
    case 4:
      return post_packet(how);
    case 5:
      return take_packets(how);
    case 6:
      return how < 32 ? reopen(plain) : receive(plain, how);
    case 7:
      return rio_receive(registered, how);
    case 8:
      return rio_send(registered, how);
    case 9:
      return rio_dequeue(registered, how);
    case 10:
      return rio_notify(registered);
    default:
      return how < 24 ? rio_reopen(registered) : rio_resize(registered, how);
  }
}

// ---- the port -----------------------------------------------------------------------------

void World::receive(Plain& plain, std::uint8_t how) {
  const std::lock_guard lock(plain.mutex);
  Record& record = new_record();
  record.hEvent = nullptr;
  record.accepted = true;  // before the call: the end may come before it returns
  WSABUF target{how % 8 == 0 ? ULONG{4} : static_cast<ULONG>(record.data.size()),
                record.data.data()};
  DWORD flags = 0;
  if (WSARecv(plain.socket, &target, how % 16 == 1 ? 0U : 1U, nullptr, &flags, &record, nullptr) ==
      0) {
    return;
  }
  const int error = WSAGetLastError();
  if (error == WSA_IO_PENDING || error == WSAEMSGSIZE) return;
  record.accepted = false;
  if (how % 16 == 1 ? error != WSAEINVAL : error != WSAECONNRESET) {
    broken("a receive is refused only for its reason", error);
  }
}

void World::cancel(Plain& plain, std::uint8_t how) {
  const std::lock_guard lock(plain.mutex);
  Record stranger;
  const auto handle = reinterpret_cast<HANDLE>(plain.socket);
  if (how % 4 == 0 && CancelIoEx(handle, &stranger)) broken("nothing is cancelled twice", 0);
  if (how % 4 != 0 && !CancelIoEx(handle, nullptr) && GetLastError() != ERROR_NOT_FOUND) {
    broken("cancelling finds something or nothing", GetLastError());
  }
}

void World::reopen(Plain& plain) {
  const std::lock_guard lock(plain.mutex);
  closesocket(plain.socket);
  if (send(plain.socket, "x", 1, 0) != SOCKET_ERROR) broken("a closed socket is none", 0);
  open(plain);
}

void World::send_datagram(std::uint8_t which, std::uint8_t how) {
  static constexpr std::array<char, 200> kBytes{};
  const std::size_t target = which % (kSockets + kRioSockets);
  SOCKADDR_IN to{};
  if (target < kSockets) {
    const std::lock_guard lock(plain_[target].mutex);
    to = plain_[target].address;
  } else {
    const std::lock_guard lock(registered_[target - kSockets].mutex);
    to = registered_[target - kSockets].address;
  }
  (void)sendto(sender_, kBytes.data(), how % 200, 0, reinterpret_cast<const sockaddr*>(&to),
               sizeof to);
}

void World::post_packet(std::uint8_t how) {
  packets_posted_.fetch_add(1);
  const auto value = reinterpret_cast<OVERLAPPED*>(static_cast<ULONG_PTR>(how % 3));
  if (!PostQueuedCompletionStatus(port_, how, kPostedKey, value)) {
    broken("a packet can be posted", GetLastError());
  }
}

void World::take_packets(std::uint8_t how) {
  if (how % 2 == 0) {
    DWORD bytes = 0;
    ULONG_PTR key = 0;
    OVERLAPPED* overlapped = nullptr;
    const BOOL success = GetQueuedCompletionStatus(port_, &bytes, &key, &overlapped, 0);
    const DWORD error = success ? 0 : GetLastError();
    if (!success && overlapped == nullptr) {
      if (error != WAIT_TIMEOUT) broken("a poll times out or takes a packet", error);
      return;
    }
    note_packet(key, overlapped, success, error, bytes);
    return;
  }
  std::array<OVERLAPPED_ENTRY, 7> entries{};
  ULONG removed = 0;
  const ULONG count = 1 + how % 7U;
  if (!GetQueuedCompletionStatusEx(port_, entries.data(), count, &removed, 0, how % 4 == 1)) {
    if (removed != 0) broken("nothing is removed by a poll that fails", removed);
    return;
  }
  if (removed == 0 || removed > count) broken("a batch has one to count entries", removed);
  for (ULONG i = 0; i < removed; ++i) {
    const OVERLAPPED_ENTRY& entry = entries[i];
    note_packet(entry.lpCompletionKey, entry.lpOverlapped, TRUE, 0,
                entry.dwNumberOfBytesTransferred);
  }
}

void World::note_packet(ULONG_PTR key, OVERLAPPED* overlapped, BOOL success, DWORD error,
                        DWORD bytes) {
  if (key == kPostedKey) {
    if (!success) broken("a posted packet is a success", error);
    packets_taken_.fetch_add(1);
  } else if (key >= kNotifyKey) {
    Registered& registered = registered_[key - kNotifyKey];
    if (registered.notified.fetch_add(1) >= registered.notifies.load()) {
      broken("one notification for one RIONotify", key);
    }
  } else {
    auto* const record = static_cast<Record*>(overlapped);
    if (record->ends.fetch_add(1) != 0) broken("an operation ends once", error);
    if (!success && !may_end_with(error)) broken("an operation ends with a known error", error);
    if (bytes > record->data.size()) broken("no more bytes than room", bytes);
  }
}

// ---- RIO ----------------------------------------------------------------------------------

void World::rio_receive(Registered& registered, std::uint8_t how) {
  const std::lock_guard lock(registered.mutex);
  const auto number = static_cast<ULONG>(&registered - registered_.data());
  if (how % 16 == 15) {
    if (!rio_.RIOReceive(registered.queue, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr)) {
      broken("a commit is accepted", WSAGetLastError());
    }
    return;
  }
  RIO_BUF data{buffer_, (number * kSlices + how % 8U) * kSlice, how % 5 == 0 ? ULONG{8} : kSlice};
  const bool outside = how % 16 == 14;
  if (outside) data.Offset = static_cast<ULONG>(memory_.size());
  const DWORD flags = (how & 32) != 0 ? DWORD{RIO_MSG_DEFER} : 0;
  registered.posted.fetch_add(1);
  if (rio_.RIOReceive(registered.queue, &data, 1, flags, this)) {
    if (outside) broken("a slice outside its buffer is refused", how);
    return;
  }
  registered.posted.fetch_sub(1);
  const int error = WSAGetLastError();
  if (outside ? error != WSAEINVAL && error != WSAENOBUFS : error != WSAENOBUFS) {
    broken("a receive is refused only at its limit", error);
  }
}

void World::rio_send(Registered& registered, std::uint8_t how) {
  const std::lock_guard lock(registered.mutex);
  const auto number = static_cast<ULONG>(&registered - registered_.data());
  const ULONG base = number * kSlices * kSlice;
  auto* const to = reinterpret_cast<SOCKADDR_IN*>(memory_.data() + base + 12 * kSlice);
  *to = registered.address;
  if (how % 8 == 7) {
    (void)rio_.RIOSend(registered.queue, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr);
    return;
  }
  RIO_BUF data{buffer_, base + 8 * kSlice, how % kSlice};
  RIO_BUF remote{buffer_, base + 12 * kSlice, kSlice};
  registered.posted.fetch_add(1);
  const DWORD flags = (how & 64) != 0 ? DWORD{RIO_MSG_DEFER} : 0;
  if (rio_.RIOSendEx(registered.queue, &data, 1, nullptr, &remote, nullptr, nullptr, flags, this)) {
    return;
  }
  registered.posted.fetch_sub(1);
  if (WSAGetLastError() != WSAENOBUFS) {
    broken("a send is refused only at its limit", WSAGetLastError());
  }
}

void World::rio_dequeue(Registered& registered, std::uint8_t how) {
  const std::lock_guard lock(registered.dequeue_mutex);
  std::array<RIORESULT, 16> results{};
  const ULONG limit = how % 17U;
  const ULONG count = rio_.RIODequeueCompletion(registered.results, results.data(), limit);
  if (count == RIO_CORRUPT_CQ || count > limit) broken("a dequeue gives at most its limit", count);
  for (ULONG i = 0; i < count; ++i) {
    const RIORESULT& result = results[i];
    if (!may_have_status(result.Status)) broken("a result has a known status", result.Status);
    if (result.BytesTransferred > kSlice) broken("no more bytes than the slice", count);
    if (result.RequestContext != reinterpret_cast<ULONG_PTR>(this)) broken("contexts come back", 0);
  }
  if (registered.ended.fetch_add(static_cast<int>(count)) + static_cast<int>(count) >
      registered.posted.load()) {
    broken("no more results than posts", count);
  }
}

void World::rio_notify(Registered& registered) {
  const std::lock_guard lock(registered.dequeue_mutex);
  registered.notifies.fetch_add(1);
  const INT error = rio_.RIONotify(registered.results);
  if (error == ERROR_SUCCESS) return;
  registered.notifies.fetch_sub(1);
  if (error != WSAEALREADY) broken("RIONotify arms or is armed", error);
}

void World::rio_resize(Registered& registered, std::uint8_t how) {
  const std::scoped_lock lock(registered.mutex, registered.dequeue_mutex);
  const ULONG receives = how % 9U;
  const BOOL done = how % 2 == 0 ? rio_.RIOResizeRequestQueue(registered.queue, receives, kSends)
                                 : rio_.RIOResizeCompletionQueue(registered.results, how % 32U);
  if (done) return;
  const int error = WSAGetLastError();
  if (error != WSAETOOMANYREFS && error != WSAENOBUFS && error != WSAEINVAL) {
    broken("a resize is refused for a known reason", error);
  }
}

// Everything that was posted comes back after the close, and nothing else.
void World::rio_drain(Registered& registered) {
  closesocket(registered.socket);
  wait_until(
      [&] {
        std::array<RIORESULT, 16> results{};
        const ULONG count =
            rio_.RIODequeueCompletion(registered.results, results.data(), results.size());
        if (count == RIO_CORRUPT_CQ) broken("an open queue is not corrupt", 0);
        return registered.ended.fetch_add(static_cast<int>(count)) + static_cast<int>(count) ==
               registered.posted.load();
      },
      "every accepted RIO request has one result");
  RIORESULT none;
  if (rio_.RIODequeueCompletion(registered.results, &none, 1) != 0) {
    broken("no result comes twice", 0);
  }
  rio_.RIOCloseCompletionQueue(registered.results);
}

void World::rio_reopen(Registered& registered) {
  const std::scoped_lock lock(registered.mutex, registered.dequeue_mutex);
  rio_drain(registered);
  open(registered);
}

// ---- the end ------------------------------------------------------------------------------

void World::finish() {
  for (Plain& plain : plain_)
    closesocket(plain.socket);
  for (Registered& registered : registered_)
    rio_drain(registered);
  const auto all_ended = [this] {
    take_packets(0);
    for (const auto& record : records_) {
      if (record->accepted && record->ends.load() == 0) return false;
    }
    return packets_taken_.load() == packets_posted_.load();
  };
  wait_until(all_ended, "every accepted operation has one packet");
  for (int i = 0; i < 8; ++i)
    take_packets(0);  // would break a rule if anything came twice
  for (const auto& record : records_) {
    if (!record->accepted && record->ends.load() != 0) broken("a refused call gives no packet", 0);
  }
}

}  // namespace fuzz
