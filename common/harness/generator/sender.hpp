// A way of sending, with a connected socket of its own.
//
// Connected, because that is quicker, and because only a connected UDP socket learns that nobody
// listens at the other end.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "generator/options.hpp"
#include "harness/unique_socket.hpp"

namespace generator {

// What is sent through one sender.
struct Stream {
  SOCKADDR_INET destination;
  DWORD datagram_bytes;
  std::uint32_t group;  // datagrams handed over together
  std::uint32_t id;
  std::uint32_t seed;
};

class Sender {
 public:
  Sender() = default;
  virtual ~Sender() = default;
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  // Sends `count` datagrams (no more than the group), numbered upwards from `first`.
  // @return how many of them the system took
  virtual std::uint32_t send(std::uint64_t first, std::uint32_t count) = 0;
  // Waits until all that was handed over is on its way.
  // @return how many of those were not sent after all
  virtual std::uint64_t flush() { return 0; }
  // Has the other side said that nobody listens there, since the last look? RIO never tells.
  virtual bool was_refused() { return false; }
  // What does it really do?
  [[nodiscard]] virtual SendMode mode() const = 0;
};

// A connected socket that sends with WSASend and hears about refusals.
class ConnectedSocket {
 public:
  explicit ConnectedSocket(harness::UniqueSocket socket) : socket_(std::move(socket)) {}

  [[nodiscard]] SOCKET get() const { return socket_.get(); }
  // One call. A refusal of something sent earlier is noted, and the call repeated: the system
  // reported it instead of sending.
  [[nodiscard]] bool send(char* bytes, DWORD count);
  // Has the other side refused something since the last look?
  [[nodiscard]] bool was_refused();

 private:
  harness::UniqueSocket socket_;
  bool refused_ = false;
};

[[nodiscard]] harness::UniqueSocket open_connected(const SOCKADDR_INET& destination, DWORD flags);

// The three ways. A mode that the system lacks is said on standard error, and plain takes its
// place; RIO throws rio::Unavailable instead.
[[nodiscard]] std::unique_ptr<Sender> make_sender(SendMode mode, const Stream& stream);
[[nodiscard]] std::unique_ptr<Sender> make_plain_sender(const Stream& stream);
[[nodiscard]] std::unique_ptr<Sender> make_segmented_sender(const Stream& stream);
[[nodiscard]] std::unique_ptr<Sender> make_rio_sender(const Stream& stream);

}  // namespace generator
