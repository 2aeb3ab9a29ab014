// One WSASend for a group of datagrams that lie one after the other; the system cuts them apart.
// So the way through the network stack is paid once for a group, which is what it takes to send
// faster than a server can receive.

#include <cstdio>
#include <mutex>

#include <fmt/format.h>

#include "generator/payload.hpp"
#include "generator/sender.hpp"
#include "rio/api_error.hpp"

namespace generator {
namespace {

constexpr int kUdpSendMessageSize = 2;  // UDP_SEND_MSG_SIZE; older SDKs lack the name

void say_once(DWORD code) {
  static std::once_flag said;
  std::call_once(said, [code] {
    fmt::print(stderr, "segmented sends are not available here: {} ({}); sending plain\n", code,
               rio::error_text(code));
  });
}

// 0 switches cutting off.
bool set_segment_bytes(SOCKET socket, DWORD datagram_bytes) {
  const auto* const value = reinterpret_cast<const char*>(&datagram_bytes);
  return setsockopt(socket, IPPROTO_UDP, kUdpSendMessageSize, value, sizeof datagram_bytes) == 0;
}

class SegmentedSender : public Sender {
 public:
  SegmentedSender(harness::UniqueSocket socket, const Stream& stream)
      : socket_(std::move(socket)),
        payload_(stream.datagram_bytes, stream.group, stream.id, stream.seed) {}

  std::uint32_t send(std::uint64_t first, std::uint32_t count) override {
    payload_.number(first, count);
    if (!segments_) return send_one_by_one(count);
    if (socket_.send(payload_.datagram(0), count * payload_.datagram_bytes())) {
      has_sent_ = true;
      return count;
    }
    if (has_sent_) return 0;
    // The option was taken, but on this network the system cannot do it.
    say_once(static_cast<DWORD>(WSAGetLastError()));
    segments_ = !set_segment_bytes(socket_.get(), 0);
    return send_one_by_one(count);
  }

  bool was_refused() override { return socket_.was_refused(); }

  [[nodiscard]] SendMode mode() const override {
    return segments_ ? SendMode::segmented : SendMode::plain;
  }

 private:
  std::uint32_t send_one_by_one(std::uint32_t count) {
    std::uint32_t sent = 0;
    for (std::uint32_t index = 0; index < count; ++index) {
      if (socket_.send(payload_.datagram(index), payload_.datagram_bytes())) ++sent;
    }
    return sent;
  }

  ConnectedSocket socket_;
  Payload payload_;
  bool segments_ = true;
  bool has_sent_ = false;
};

}  // namespace

std::unique_ptr<Sender> make_segmented_sender(const Stream& stream) {
  harness::UniqueSocket socket = open_connected(stream.destination, 0);
  if (set_segment_bytes(socket.get(), stream.datagram_bytes)) {
    return std::make_unique<SegmentedSender>(std::move(socket), stream);
  }
  say_once(static_cast<DWORD>(WSAGetLastError()));
  return make_plain_sender(stream);
}

}  // namespace generator
