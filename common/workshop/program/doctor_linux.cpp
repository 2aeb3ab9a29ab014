#include "finding.hpp"

#include "workshop/child_process.hpp"
#include "workshop/search_path.hpp"
#include "workshop/text_layout.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>

#include <netinet/in.h>
#include <netinet/udp.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace workshop {
namespace {

using Kind = Finding::Kind;
constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

std::string first_line_of(const std::string& program, const char* option) {
  const auto file = find_on_path(program);
  if (!file) {
    return "";
  }
  const auto finished = run_to_end({*file, {option}, std::nullopt, {}}, std::chrono::seconds(10));
  return finished.output.substr(0, finished.output.find('\n'));
}

Finding examine_tool(const std::string& program) {
  const auto version = first_line_of(program, "--version");
  if (version.empty()) {
    return {Kind::note, program, "not found",
            "install it with: ./workshop setup; what is built already still runs"};
  }
  return {Kind::ok, program, version, ""};
}

std::optional<std::uint64_t> number_in(const char* file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;
}

/// A UDP socket for asking what the system grants.
class Probe {
 public:
  Probe() : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {}
  ~Probe() {
    if (socket_ >= 0) {
      (void)::close(socket_);
    }
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  [[nodiscard]] bool set(int level, int option, int value) const {
    return ::setsockopt(socket_, level, option, &value, sizeof(value)) == 0;
  }
  /// Linux says twice what was asked for, since it counts its own records along.
  [[nodiscard]] std::uint64_t receive_buffer_bytes() const {
    int bytes = 0;
    socklen_t length = sizeof(bytes);
    const bool known = ::getsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &bytes, &length) == 0;
    return known ? static_cast<std::uint64_t>(bytes) / 2 : 0;
  }

 private:
  int socket_;
};

Finding examine_socket_buffer() {
  const Probe probe;
  const auto by_default = probe.receive_buffer_bytes();
  (void)probe.set(SOL_SOCKET, SO_RCVBUF, 64 << 20);
  const auto asked = probe.receive_buffer_bytes();
  const bool forced = probe.set(SOL_SOCKET, SO_RCVBUFFORCE, 64 << 20);
  const auto limit = number_in("/proc/sys/net/core/rmem_max");
  const auto text = fmt::format(
      "default {} bytes, at most {} when asked for (net.core.rmem_max = {}){}",
      with_thousands(by_default), with_thousands(asked), limit ? with_thousands(*limit) : "unknown",
      forced ? fmt::format(", {} with privilege", with_thousands(probe.receive_buffer_bytes()))
             : "");
  if (forced || asked >= 4 * mebibyte) {
    return {Kind::ok, "socket buffer", text, ""};
  }
  return {Kind::note, "socket buffer", text,
          "for --rcvbuf max: sudo sysctl -w net.core.rmem_max=8388608"};
}

Finding examine_segmentation() {
  constexpr int segment_bytes = 1024;
  if (Probe().set(IPPROTO_UDP, UDP_SEGMENT, segment_bytes)) {
    return {Kind::ok, "segmented sends", "the generator can hand 64 datagrams over in one call",
            ""};
  }
  return {Kind::note, "segmented sends", "not available: the generator sends one by one",
          "a kernel from 4.18 on has them; without, the flood is slower"};
}

Finding examine_locked_memory() {
  rlimit limit{};
  (void)::getrlimit(RLIMIT_MEMLOCK, &limit);
  if (limit.rlim_cur == RLIM_INFINITY || ::geteuid() == 0) {
    return {Kind::ok, "locked memory", "not limited", ""};
  }
  const auto text = fmt::format("{} bytes", with_thousands(limit.rlim_cur));
  if (limit.rlim_cur >= 256 * mebibyte) {
    return {Kind::ok, "locked memory", text, ""};
  }
  return {Kind::note, "locked memory", text + "; larger registrations stay unlocked",
          "raise it with ulimit -l, or in /etc/security/limits.conf"};
}

std::uint64_t free_large_pages() {
  std::ifstream stream("/proc/meminfo");
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("HugePages_Free:")) {
      return std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10);
    }
  }
  return 0;
}

Finding examine_large_pages() {
  if (const auto pages = free_large_pages(); pages > 0) {
    return {Kind::ok, "large pages", fmt::format("{} free", with_thousands(pages)), ""};
  }
  return {Kind::note, "large pages", "none reserved; --large-pages falls back to ordinary ones",
          "sudo sysctl -w vm.nr_hugepages=64"};
}

Finding examine_affinity() {
  cpu_set_t ours;
  CPU_ZERO(&ours);
  cpu_set_t one;
  CPU_ZERO(&one);
  const bool known = ::sched_getaffinity(0, sizeof(ours), &ours) == 0;
  for (std::size_t core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++core) {
    if (CPU_ISSET(core, &ours)) {
      CPU_SET(core, &one);
    }
  }
  const bool pinned = known && ::sched_setaffinity(0, sizeof(one), &one) == 0;
  if (pinned && ::sched_setaffinity(0, sizeof(ours), &ours) == 0) {
    return {Kind::ok, "affinity", "threads and programs can be pinned to a core", ""};
  }
  return {Kind::note, "affinity", "refused: nothing is pinned, figures vary more",
          "containers may forbid it; allow sched_setaffinity"};
}

Finding examine_wine() {
  if (!find_on_path("wine") && !find_on_path("wine64")) {
    return {Kind::note, "Wine", "not found: the Windows programs cannot be tried here",
            "./workshop setup --windows"};
  }
  return {Kind::ok, "Wine", "found; it has Winsock and IOCP, but no RIO", ""};
}

Finding examine_display() {
  for (const char* const name : {"WAYLAND_DISPLAY", "DISPLAY"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      return {Kind::ok, "display", fmt::format("{}={}", name, value), ""};
    }
  }
  return {Kind::note, "display", "none: everything shows as text", ""};
}

}  // namespace

std::vector<Finding> examine_system() {
  return {{Kind::ok, "Windows API", "the workshop's own layer for Linux, RIO included", ""},
          examine_tool("g++"),
          examine_tool("cmake"),
          examine_tool("ninja"),
          examine_socket_buffer(),
          examine_segmentation(),
          examine_locked_memory(),
          examine_large_pages(),
          examine_affinity(),
          examine_wine(),
          examine_display()};
}

}  // namespace workshop
