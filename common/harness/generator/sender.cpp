#include "generator/sender.hpp"

#include <algorithm>
#include <array>

#include "harness/error.hpp"
#include "harness/server_socket.hpp"

namespace generator {
namespace {

constexpr std::uint32_t kMaxGroupBytes = 64'000;

bool is_refusal(int error) {
  return error == WSAECONNRESET || error == WSAECONNREFUSED || error == WSAENETRESET;
}

void set_blocking(SOCKET socket, bool blocking) {
  u_long is_non_blocking = blocking ? 0 : 1;
  harness::check(ioctlsocket(socket, static_cast<long>(FIONBIO), &is_non_blocking) == 0,
                 "ioctlsocket(FIONBIO)");
}

}  // namespace

const char* name_of(SendMode mode) {
  switch (mode) {
    case SendMode::plain:
      return "plain";
    case SendMode::segmented:
      return "segmented";
    case SendMode::rio:
      return "rio";
  }
  return "plain";
}

std::uint32_t group_size(const Options& options) {
  return std::clamp<std::uint32_t>(kMaxGroupBytes / options.datagram_bytes, 1,
                                   options.segment_count);
}

harness::UniqueSocket open_connected(const SOCKADDR_INET& destination, DWORD flags) {
  harness::UniqueSocket socket{
      WSASocketW(destination.si_family, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, flags)};
  harness::check(socket.get() != INVALID_SOCKET, "WSASocketW");
  const auto* const name = reinterpret_cast<const sockaddr*>(&destination);
  if (connect(socket.get(), name, harness::address_bytes(destination)) != 0) {
    const std::string attempt = "connect to " + harness::address_text(destination);
    harness::fail(attempt.c_str());
  }
  return socket;
}

bool ConnectedSocket::send(char* bytes, DWORD count) {
  WSABUF buffer{count, bytes};
  for (int attempt = 0; attempt < 2; ++attempt) {
    DWORD sent = 0;
    if (WSASend(socket_.get(), &buffer, 1, &sent, 0, nullptr, nullptr) == 0) return true;
    if (!is_refusal(WSAGetLastError())) return false;
    refused_ = true;
  }
  return false;
}

bool ConnectedSocket::was_refused() {
  std::array<char, 16> nothing_expected{};
  set_blocking(socket_.get(), false);
  const int received =
      recv(socket_.get(), nothing_expected.data(), static_cast<int>(nothing_expected.size()), 0);
  if (received < 0 && is_refusal(WSAGetLastError())) refused_ = true;
  set_blocking(socket_.get(), true);
  return std::exchange(refused_, false);
}

std::unique_ptr<Sender> make_sender(SendMode mode, const Stream& stream) {
  switch (mode) {
    case SendMode::segmented:
      return make_segmented_sender(stream);
    case SendMode::rio:
      return make_rio_sender(stream);
    case SendMode::plain:
      break;
  }
  return make_plain_sender(stream);
}

}  // namespace generator
