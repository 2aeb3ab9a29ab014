#include "harness/server_socket.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "harness/error.hpp"

namespace harness {
namespace {

bool is_v6(const SOCKADDR_INET& address) {
  return address.si_family == AF_INET6;
}

void set_receive_buffer(SOCKET socket, int bytes) {
  const auto* const value = reinterpret_cast<const char*>(&bytes);
  check(setsockopt(socket, SOL_SOCKET, SO_RCVBUF, value, sizeof bytes) == 0,
        "setsockopt(SO_RCVBUF)");
}

}  // namespace

SOCKADDR_INET server_address(const Options& options) {
  SOCKADDR_INET address{};
  if (inet_pton(AF_INET, options.address.c_str(), &address.Ipv4.sin_addr) == 1) {
    address.Ipv4.sin_family = AF_INET;
    address.Ipv4.sin_port = htons(options.port);
  } else if (inet_pton(AF_INET6, options.address.c_str(), &address.Ipv6.sin6_addr) == 1) {
    address.Ipv6.sin6_family = AF_INET6;
    address.Ipv6.sin6_port = htons(options.port);
  } else {
    throw StartFailed(fmt::format("\"{}\" is not an IPv4 or IPv6 address", options.address));
  }
  return address;
}

bool is_loopback(const SOCKADDR_INET& address) {
  if (!is_v6(address)) return (ntohl(address.Ipv4.sin_addr.s_addr) >> 24) == 127;
  const auto& bytes = address.Ipv6.sin6_addr.s6_addr;
  return std::all_of(bytes, bytes + 15, [](UCHAR byte) { return byte == 0; }) && bytes[15] == 1;
}

int address_bytes(const SOCKADDR_INET& address) {
  return static_cast<int>(is_v6(address) ? sizeof address.Ipv6 : sizeof address.Ipv4);
}

std::string address_text(const SOCKADDR_INET& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (is_v6(address)) {
    inet_ntop(AF_INET6, &address.Ipv6.sin6_addr, text.data(), text.size());
    return fmt::format("[{}]:{}", text.data(), ntohs(address.Ipv6.sin6_port));
  }
  inet_ntop(AF_INET, &address.Ipv4.sin_addr, text.data(), text.size());
  return fmt::format("{}:{}", text.data(), ntohs(address.Ipv4.sin_port));
}

void fail_bind(const Options& options, DWORD code) {
  switch (code) {
    case WSAEADDRINUSE:
    case WSAEACCES:  // Windows: the other program wants the port for itself, or the system does
      throw StartFailed(
          fmt::format("port {} is taken: another program has it. Stop that one, or choose another "
                      "port with --port",
                      options.port));
    case WSAEADDRNOTAVAIL:
      throw StartFailed(fmt::format(
          "{} is not an address of this machine; choose another with --address", options.address));
    default:
      throw ApiError(fmt::format("bind to {} port {}", options.address, options.port), code);
  }
}

void fail_bind(const Options& options) {
  fail_bind(options, static_cast<DWORD>(WSAGetLastError()));
}

UniqueSocket open_server_socket(const Options& options, DWORD flags) {
  const SOCKADDR_INET address = server_address(options);
  UniqueSocket socket{WSASocketW(address.si_family, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, flags)};
  check(socket.get() != INVALID_SOCKET, "WSASocketW");
  if (options.receive_buffer_bytes) {
    set_receive_buffer(socket.get(), *options.receive_buffer_bytes);
  }
  const auto* const name = reinterpret_cast<const sockaddr*>(&address);
  if (bind(socket.get(), name, address_bytes(address)) != 0) fail_bind(options);
  return socket;
}

}  // namespace harness
