#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rio/windows_api.hpp"

namespace workshop::test {

/// Sends single datagrams to a server under test, one `sendto` each, so that a test knows the exact
/// number. Payloads follow the workshop's protocol: stream id, sequence number, filler.
class Sender {
 public:
  Sender(const std::string& address, std::uint16_t port);
  ~Sender();
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  /// The next datagram of the sequence.
  void send(std::size_t bytes);
  void send_empty();
  /// The mark that ends a run. Whether anybody is still there to see it does not matter.
  void send_stop();

 private:
  void send_bytes(const char* bytes, std::size_t count);

  SOCKADDR_INET to_{};
  SOCKET socket_;
  std::uint64_t next_sequence_ = 0;
  std::vector<char> payload_;
};

}  // namespace workshop::test
