// One WSASend for each datagram: what a simple program does.

#include "generator/payload.hpp"
#include "generator/sender.hpp"

namespace generator {
namespace {

class PlainSender : public Sender {
 public:
  explicit PlainSender(const Stream& stream)
      : socket_(open_connected(stream.destination, 0)),
        payload_(stream.datagram_bytes, 1, stream.id, stream.seed) {}

  std::uint32_t send(std::uint64_t first, std::uint32_t count) override {
    std::uint32_t sent = 0;
    for (std::uint32_t index = 0; index < count; ++index) {
      payload_.number(first + index, 1);
      if (socket_.send(payload_.datagram(0), payload_.datagram_bytes())) ++sent;
    }
    return sent;
  }

  [[nodiscard]] SendMode mode() const override { return SendMode::plain; }

  bool was_refused() override { return socket_.was_refused(); }

 private:
  ConnectedSocket socket_;
  Payload payload_;
};

}  // namespace

std::unique_ptr<Sender> make_plain_sender(const Stream& stream) {
  return std::make_unique<PlainSender>(stream);
}

}  // namespace generator
