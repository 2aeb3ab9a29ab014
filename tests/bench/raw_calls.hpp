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

// Descriptors behind one epoll.
class ReadySet {
 public:
  ReadySet();
  ~ReadySet();
  ReadySet(const ReadySet&) = delete;
  ReadySet& operator=(const ReadySet&) = delete;

  void add(int descriptor);
  // Those that are readable now, 64 at most; waits for the first.
  [[nodiscard]] std::span<const int> wait();

 private:
  int epoll_;
  std::vector<int> ready_;
};

// recvmmsg into slices of equal size; waits for the first datagram only.
class BatchReceiver {
 public:
  BatchReceiver(std::size_t batch, std::size_t datagram_bytes);
  ~BatchReceiver();
  BatchReceiver(const BatchReceiver&) = delete;
  BatchReceiver& operator=(const BatchReceiver&) = delete;

  // From now on the sender of each datagram is stored as well.
  void want_addresses();
  // Datagrams received, or -1.
  [[nodiscard]] int receive(int descriptor);
  [[nodiscard]] const char* payload(std::size_t index) const;
  [[nodiscard]] unsigned bytes(std::size_t index) const;

 private:
  struct Messages;
  Messages* messages_;
  std::size_t datagram_bytes_;
  std::vector<char> memory_;
  std::vector<char> addresses_;
};

}  // namespace bench
