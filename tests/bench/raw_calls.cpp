#include "raw_calls.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

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

ReadySet::ReadySet() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

ReadySet::~ReadySet() {
  ::close(epoll_);
}

void ReadySet::add(int descriptor) {
  epoll_event event{EPOLLIN, {.fd = descriptor}};
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event);
}

std::span<const int> ReadySet::wait() {
  std::array<epoll_event, 64> events;
  const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
  ready_.clear();
  for (int i = 0; i < count; ++i)
    ready_.push_back(events[static_cast<std::size_t>(i)].data.fd);
  return ready_;
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

void BatchReceiver::want_addresses() {
  constexpr std::size_t kAddressBytes = 32;
  addresses_.resize(messages_->headers.size() * kAddressBytes);
  for (std::size_t i = 0; i < messages_->headers.size(); ++i) {
    messages_->headers[i].msg_hdr.msg_name = addresses_.data() + i * kAddressBytes;
    messages_->headers[i].msg_hdr.msg_namelen = kAddressBytes;
  }
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
