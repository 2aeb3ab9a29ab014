#include "finding.hpp"

#include "rio_probe.hpp"

#include "workshop/search_path.hpp"
#include "workshop/text_layout.hpp"

#include "rio/windows_api.hpp"

#include <fmt/format.h>

namespace workshop {
namespace {

using Kind = Finding::Kind;

Finding examine_rio() {
  if (has_rio()) {
    return {Kind::ok, "RIO", "the system hands out its function table", ""};
  }
  return {Kind::note, "RIO", "not available: the RIO chapters end with a sentence",
          "Windows 8 or Server 2012 and later have it; Wine does not"};
}

Finding examine_compiler() {
  if (find_on_path("cl") || find_on_path("g++")) {
    return {Kind::ok, "compiler", "found on the PATH", ""};
  }
  return {Kind::note, "compiler", "none on the PATH",
          "to build here, open a Visual Studio command prompt; what is built still runs"};
}

Finding examine_large_pages() {
  const SIZE_T bytes = GetLargePageMinimum();
  void* const page = bytes == 0
                         ? nullptr
                         : VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT | MEM_LARGE_PAGES,
                                        PAGE_READWRITE);
  if (page != nullptr) {
    VirtualFree(page, 0, MEM_RELEASE);
    return {Kind::ok, "large pages", fmt::format("{} bytes each", with_thousands(bytes)), ""};
  }
  return {Kind::note, "large pages", "refused; --large-pages falls back to ordinary ones",
          "the user needs the right 'Lock pages in memory'"};
}

Finding examine_socket_buffer() {
  WSADATA data{};
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) {
    return {Kind::missing, "Winsock", "WSAStartup failed", "repair the network stack"};
  }
  const SOCKET socket = WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, 0);
  const auto bytes_now = [socket] {
    int bytes = 0;
    int length = sizeof(bytes);
    (void)getsockopt(socket, SOL_SOCKET, SO_RCVBUF, reinterpret_cast<char*>(&bytes), &length);
    return static_cast<std::uint64_t>(bytes);
  };
  const auto by_default = bytes_now();
  const int wanted = 64 << 20;
  (void)setsockopt(socket, SOL_SOCKET, SO_RCVBUF, reinterpret_cast<const char*>(&wanted),
                   sizeof(wanted));
  const auto largest = bytes_now();
  closesocket(socket);
  WSACleanup();
  return {Kind::ok, "socket buffer",
          fmt::format("default {} bytes, {} when 64 MiB are asked for", with_thousands(by_default),
                      with_thousands(largest)),
          ""};
}

}  // namespace

std::vector<Finding> examine_system() {
  return {examine_compiler(), examine_rio(), examine_socket_buffer(), examine_large_pages()};
}

}  // namespace workshop
