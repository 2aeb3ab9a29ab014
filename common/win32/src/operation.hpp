// One overlapped socket operation between its start and its completion.
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "win32/winsock_types.h"

namespace win32 {

class Port;

// The caller's buffers, captured: the WSABUF array may be gone when the call returns.
class Buffers {
 public:
  Buffers() = default;
  explicit Buffers(std::span<const WSABUF> buffers);

  // What is left of them. Points into this object: valid until it moves.
  [[nodiscard]] std::span<iovec> vectors();
  // So many bytes from the front are done.
  void advance(std::size_t bytes);
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  [[nodiscard]] std::span<iovec> all();

  static constexpr std::size_t kInline = 2;
  std::array<iovec, kInline> few_{};
  std::vector<iovec> many_;
  std::size_t count_ = 0;
  std::size_t first_ = 0;  // those before it are done
  std::size_t bytes_ = 0;
};

// An address on its way out; Windows captures it when the call is made.
struct Destination {
  std::array<char, 28> bytes{};
  socklen_t length = 0;  // 0: the connected peer
};

// What AcceptEx was given: the socket that becomes the connection, and where its addresses go.
struct Acceptance {
  std::uintptr_t socket;
  char* addresses;  // behind the room for data
  DWORD local_bytes;
  DWORD remote_bytes;
};

enum class OperationKind : std::uint8_t { transfer, accept, first_data, connect };

struct Operation {
  OVERLAPPED* overlapped = nullptr;
  Buffers buffers;
  int flags = 0;             // MSG_PEEK and the like, in Linux' values
  sockaddr* from = nullptr;  // receives: where the sender's address goes
  INT* from_bytes = nullptr;
  Destination to;  // sends
  DWORD thread = 0;
  std::size_t done_bytes = 0;  // a send on a stream may take several moves
  OperationKind kind = OperationKind::transfer;
  Acceptance acceptance{};
  // first_data: AcceptEx reports to the listener's port, although the data comes to this socket.
  std::shared_ptr<Port> listener_port;
  ULONG_PTR listener_key = 0;
};

}  // namespace win32
