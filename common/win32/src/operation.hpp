// One overlapped socket operation between its start and its completion.
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "win32/winsock_types.h"

namespace win32 {

class ApcQueue;
class Port;

// The caller's buffers, captured: the WSABUF array may be gone when the call returns.
class Buffers {
 public:
  Buffers() = default;
  explicit Buffers(std::span<const WSABUF> buffers);

  // What is left of them. Points into this object: valid until it moves.
  [[nodiscard]] std::span<iovec> vectors() { return all().subspan(first_); }
  // So many bytes from the front are done.
  void advance(std::size_t bytes);
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  // What is not done yet, and a copy of it.
  [[nodiscard]] std::size_t left() const;
  void copy_left(char* into) const;

 private:
  [[nodiscard]] std::span<iovec> all() {
    return many_ ? std::span(many_.get(), count_) : std::span(&one_, count_);
  }
  [[nodiscard]] std::span<const iovec> all() const {
    return many_ ? std::span<const iovec>(many_.get(), count_)
                 : std::span<const iovec>(&one_, count_);
  }

  iovec one_{};                    // nearly every call has one buffer
  std::unique_ptr<iovec[]> many_;  // or more
  std::uint32_t count_ = 0;
  std::uint32_t first_ = 0;  // those before it are done
  std::size_t bytes_ = 0;
};

// An address on its way out; Windows captures it when the call is made.
struct Destination {
  std::array<char, 28> bytes{};
  socklen_t length = 0;  // 0: the connected peer
};

// What AcceptEx was given: the socket that becomes the connection, and where its addresses go.
struct Acceptance {
  std::uintptr_t socket = 0;
  char* addresses = nullptr;  // behind the room for data
  DWORD local_bytes = 0;
  DWORD remote_bytes = 0;
  // Once the data is awaited: the listener's port gets the packet, although the data comes to the
  // accepted socket.
  std::shared_ptr<Port> port;
  ULONG_PTR key = 0;
};

// A completion routine and the thread that will run it. The result then goes nowhere else.
struct Routine {
  std::shared_ptr<ApcQueue> calls;
  LPWSAOVERLAPPED_COMPLETION_ROUTINE function;
  bool win32_errors =
      false;  // ReadFileEx and WriteFileEx tell these, WSARecv and WSASend Winsock's
};

struct Transmission;  // what TransmitFile sends (transmission.hpp)

enum class OperationKind : std::uint8_t { transfer, accept, first_data, connect, transmit };

// What few operations have.
struct Special {
  std::unique_ptr<Acceptance> acceptance;
  std::shared_ptr<Transmission> transmission;
  std::unique_ptr<Routine> routine;
  std::unique_ptr<char[]> kept;  // the bytes that a non-blocking send left behind
};

// Small, because a busy server has thousands of them and moves each twice.
struct Operation {
  OVERLAPPED* overlapped = nullptr;  // nullptr: bytes that a non-blocking send left behind
  Buffers buffers;
  sockaddr* from = nullptr;  // receives: where the sender's address goes
  INT* from_bytes = nullptr;
  std::unique_ptr<Destination> to;  // sends to an address
  std::unique_ptr<Special> special;
  std::size_t done_bytes = 0;  // a send on a stream may take several moves
  DWORD thread = 0;
  int flags = 0;  // MSG_PEEK and the like, in Linux' values
  OperationKind kind = OperationKind::transfer;

  [[nodiscard]] Special& make_special() {
    if (!special) special = std::make_unique<Special>();
    return *special;
  }
  // nullptr where there is none.
  [[nodiscard]] Acceptance* acceptance() const {
    return special ? special->acceptance.get() : nullptr;
  }
  [[nodiscard]] Transmission* transmission() const {
    return special ? special->transmission.get() : nullptr;
  }
  [[nodiscard]] Routine* routine() const { return special ? special->routine.get() : nullptr; }
};

}  // namespace win32
