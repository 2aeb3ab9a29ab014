// The system calls that the layer stands on, for the raw programs. They cannot see Linux' socket
// headers themselves, because those clash with Winsock's.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace bench {

// Bytes, or -1 with errno.
[[nodiscard]] long receive(int descriptor, std::span<char> into);
[[nodiscard]] long receive_without_waiting(int descriptor, std::span<char> into);

void send_to(int descriptor, std::span<const char> data, const void* address,
             std::size_t address_bytes);

// recvmmsg into slices of equal size; waits for the first datagram only.
class BatchReceiver {
 public:
  BatchReceiver(std::size_t batch, std::size_t datagram_bytes);
  ~BatchReceiver();
  BatchReceiver(const BatchReceiver&) = delete;
  BatchReceiver& operator=(const BatchReceiver&) = delete;

  // Datagrams received, or -1.
  [[nodiscard]] int receive(int descriptor);
  [[nodiscard]] const char* payload(std::size_t index) const;
  [[nodiscard]] unsigned bytes(std::size_t index) const;

 private:
  struct Messages;
  Messages* messages_;
  std::size_t datagram_bytes_;
  std::vector<char> memory_;
};

}  // namespace bench
