#define ASIO_STANDALONE
#define ASIO_NO_DEPRECATED
#include <asio.hpp>

#include <unistd.h>

#include <memory>
#include <vector>

#include "loop_receivers.hpp"

namespace bench {
namespace {

using asio::ip::udp;

// One receive that starts itself again.
class Receive {
 public:
  Receive(udp::socket& socket, std::size_t bytes, const Received& received)
      : socket_(socket), payload_(bytes), received_(received) {}

  void start() {
    socket_.async_receive(asio::buffer(payload_),
                          [this](const asio::error_code& error, std::size_t bytes) {
                            if (error) return;
                            if (received_(payload_.data(), bytes)) {
                              start();
                            } else {
                              socket_.close();
                            }
                          });
  }

 private:
  udp::socket& socket_;
  std::vector<char> payload_;
  const Received& received_;
};

}  // namespace

void receive_with_asio(int descriptor, std::size_t datagram_bytes, std::size_t outstanding,
                       const Received& received) {
  asio::io_context context(1);
  udp::socket socket(context, udp::v4(), ::dup(descriptor));
  std::vector<std::unique_ptr<Receive>> receives;
  for (std::size_t i = 0; i < outstanding; ++i) {
    receives.push_back(std::make_unique<Receive>(socket, datagram_bytes, received));
    receives.back()->start();
  }
  context.run();
}

}  // namespace bench
