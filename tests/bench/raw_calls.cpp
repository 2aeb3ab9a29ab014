#include "raw_calls.hpp"

#include <sys/socket.h>

namespace bench {

struct BatchReceiver::Messages {
  std::vector<iovec> slices;
  std::vector<mmsghdr> headers;
};

long receive(int descriptor, std::span<char> into) {
  return ::recv(descriptor, into.data(), into.size(), 0);
}

long receive_without_waiting(int descriptor, std::span<char> into) {
  return ::recv(descriptor, into.data(), into.size(), MSG_DONTWAIT);
}

void send_to(int descriptor, std::span<const char> data, const void* address,
             std::size_t address_bytes) {
  (void)::sendto(descriptor, data.data(), data.size(), 0, static_cast<const sockaddr*>(address),
                 static_cast<socklen_t>(address_bytes));
}

BatchReceiver::BatchReceiver(std::size_t batch, std::size_t datagram_bytes)
    : messages_(new Messages), datagram_bytes_(datagram_bytes), memory_(batch * datagram_bytes) {
  messages_->slices.resize(batch);
  messages_->headers.resize(batch);
  for (std::size_t i = 0; i < batch; ++i) {
    messages_->slices[i] = {memory_.data() + i * datagram_bytes, datagram_bytes};
    messages_->headers[i].msg_hdr.msg_iov = &messages_->slices[i];
    messages_->headers[i].msg_hdr.msg_iovlen = 1;
  }
}

BatchReceiver::~BatchReceiver() {
  delete messages_;
}

int BatchReceiver::receive(int descriptor) {
  return ::recvmmsg(descriptor, messages_->headers.data(),
                    static_cast<unsigned>(messages_->headers.size()), MSG_WAITFORONE, nullptr);
}

const char* BatchReceiver::payload(std::size_t index) const {
  return memory_.data() + index * datagram_bytes_;
}

unsigned BatchReceiver::bytes(std::size_t index) const {
  return messages_->headers[index].msg_len;
}

}  // namespace bench
