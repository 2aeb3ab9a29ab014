#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workshop {

/// Does the layer on Linux enter the kernel as seldom as it can, or as often as Windows would?
enum class KernelEntries { actual, as_windows };

[[nodiscard]] std::string name_of(KernelEntries mode);

/// The identical conditions that every compared server gets. What is not given is left to the
/// programs' own defaults.
struct Load {
  std::uint32_t datagram_bytes = 1024;
  std::optional<double> seconds = 1.0;  ///< exactly one of seconds and count
  std::optional<std::uint64_t> count;
  std::optional<std::uint64_t> rate_per_s;  ///< nothing: as fast as the generator can
  std::uint32_t burst = 1;
  std::optional<std::uint32_t> generator_threads;
  std::string send = "segmented";  ///< plain or segmented
  std::uint64_t seed = 1;

  std::uint32_t work_iterations = 0;
  std::string socket_buffer = "default";  ///< default, max or a number of bytes
  std::optional<std::uint32_t> outstanding;
  std::optional<std::uint32_t> server_threads;
};

/// How long should the generator take?
[[nodiscard]] double expected_seconds(const Load& load);

/// The load in words: "1,024-byte datagrams, as fast as the generator can, for 0.8 s".
[[nodiscard]] std::string describe(const Load& load);

[[nodiscard]] std::vector<std::string> server_arguments(const Load& load, KernelEntries mode);
[[nodiscard]] std::vector<std::string> generator_arguments(const Load& load, std::uint16_t port);

}  // namespace workshop
