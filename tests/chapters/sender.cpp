#include "sender.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "rio/api_error.hpp"

namespace workshop::test {
namespace {

constexpr std::string_view kStopMark = "RIO-STOP";
constexpr std::size_t kSequenceOffset = 4;
constexpr std::size_t kHeaderBytes = 12;

void check(bool succeeded, const char* call) {
  if (!succeeded) throw rio::ApiError(call, static_cast<DWORD>(WSAGetLastError()));
}

SOCKADDR_INET parse(const std::string& address, std::uint16_t port) {
  SOCKADDR_INET parsed{};
  if (inet_pton(AF_INET6, address.c_str(), &parsed.Ipv6.sin6_addr) == 1) {
    parsed.Ipv6.sin6_family = AF_INET6;
    parsed.Ipv6.sin6_port = htons(port);
    return parsed;
  }
  check(inet_pton(AF_INET, address.c_str(), &parsed.Ipv4.sin_addr) == 1, "inet_pton");
  parsed.Ipv4.sin_family = AF_INET;
  parsed.Ipv4.sin_port = htons(port);
  return parsed;
}

}  // namespace

Sender::Sender(const std::string& address, std::uint16_t port)
    : to_(parse(address, port)), socket_(socket(to_.si_family, SOCK_DGRAM, IPPROTO_UDP)) {
  check(socket_ != INVALID_SOCKET, "socket");
}

Sender::~Sender() {
  closesocket(socket_);
}

void Sender::send(std::size_t bytes) {
  payload_.assign(bytes, 'd');
  if (bytes >= kHeaderBytes) {
    std::memset(payload_.data(), 0, kHeaderBytes);
    std::memcpy(payload_.data() + kSequenceOffset, &next_sequence_, sizeof next_sequence_);
    ++next_sequence_;
  }
  send_bytes(payload_.data(), bytes);
}

void Sender::send_empty() {
  send_bytes(kStopMark.data(), 0);
}

void Sender::send_stop() {
  const auto* to = reinterpret_cast<const sockaddr*>(&to_);
  (void)sendto(socket_, kStopMark.data(), static_cast<int>(kStopMark.size()), 0, to, sizeof to_);
}

void Sender::send_bytes(const char* bytes, std::size_t count) {
  const auto* to = reinterpret_cast<const sockaddr*>(&to_);
  check(
      sendto(socket_, bytes, static_cast<int>(count), 0, to, sizeof to_) == static_cast<int>(count),
      "sendto");
}

}  // namespace workshop::test
