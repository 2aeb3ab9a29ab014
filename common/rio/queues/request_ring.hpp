// The posted requests of one direction, oldest first.
//
// One thread at a time posts (RIO leaves that to the caller) and one at a time moves (under the
// direction's lock); between the two the ring needs no lock. 48 bytes a request, so that 150,000
// outstanding receives stay affordable.
#pragma once

#include <sys/uio.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "win32/winsock_types.h"

#include "rio/declarations.h"

namespace rio {

// Where the Ex functions want addresses and flags, as pointers into registered memory.
struct Extras {
  char* local = nullptr;
  char* remote = nullptr;
  ULONG* flags = nullptr;
  char* control = nullptr;
  ULONG control_bytes = 0;
};

struct Request {
  iovec slice;  // first: the kernel reads it in place. iov_base nullptr: registration gone
  RIO_BUFFERID registration;
  ULONGLONG context;
  bool notifies;
  bool whole;  // a receive that waits for all
};

class RequestRing {
 public:
  // Allocates lazily touched memory; nothrow.
  [[nodiscard]] bool create(ULONG capacity);
  [[nodiscard]] ULONG capacity() const { return capacity_; }

  // The poster. There must be room: outstanding requests are fewer than the capacity.
  void post(const Request& request, const Extras* extras);

  // The mover, and whoever holds its lock.
  [[nodiscard]] ULONG size() const;
  [[nodiscard]] Request& at(ULONG index) { return requests_[place(index)]; }
  [[nodiscard]] const Request& at(ULONG index) const { return requests_[place(index)]; }
  [[nodiscard]] const Extras* extras_at(ULONG index) const;
  void pop(ULONG count);
  // Brings the next requests into the cache while there is something else to do: of thousands
  // outstanding, the oldest have long left it.
  void prefetch(ULONG count) const {
    const ULONG end = count < capacity_ - first_ ? first_ + count : capacity_;
    for (ULONG i = first_; i < end; i += kRequestsPerTwoLines)
      __builtin_prefetch(&requests_[i]);
  }
  // Requests posted since the queue was made. Acquire: with the number come the requests.
  [[nodiscard]] std::uint64_t posted() const { return tail_.load(std::memory_order_acquire); }
  // A larger or smaller ring with the same requests. The caller keeps posters and movers away.
  // false: no memory, nothing changed.
  [[nodiscard]] bool change_capacity(ULONG capacity);

 private:
  static constexpr ULONG kRequestsPerTwoLines = 3;  // the processor fetches lines in pairs

  [[nodiscard]] ULONG place(ULONG index) const {
    const std::uint64_t at = std::uint64_t{first_} + index;
    return static_cast<ULONG>(at >= capacity_ ? at - capacity_ : at);
  }

  std::unique_ptr<Request[]> requests_;
  std::unique_ptr<Extras[]> extras_;  // made at the first request that has some
  ULONG capacity_ = 0;
  ULONG next_ = 0;                      // the poster's place
  ULONG first_ = 0;                     // the mover's place
  std::uint64_t head_ = 0;              // requests taken out, guarded by the mover's lock
  std::atomic<std::uint64_t> tail_{0};  // requests posted
};

}  // namespace rio
