#include "workshop/load.hpp"

#include "workshop/text_layout.hpp"

#include <fmt/format.h>

namespace workshop {
namespace {

/// A sender is assumed to be at least this quick when it goes flat out.
constexpr double slowest_flat_out_per_s = 10'000;

void add(std::vector<std::string>& arguments, const char* option, const std::string& value) {
  arguments.emplace_back(option);
  arguments.push_back(value);
}

}  // namespace

std::string name_of(KernelEntries mode) {
  return mode == KernelEntries::actual ? "actual" : "as-windows";
}

double expected_seconds(const Load& load) {
  if (load.seconds) {
    return *load.seconds;
  }
  const auto rate =
      load.rate_per_s ? static_cast<double>(*load.rate_per_s) : slowest_flat_out_per_s;
  return static_cast<double>(load.count.value_or(0)) / rate;
}

std::string describe(const Load& load) {
  auto text = fmt::format("{}-byte datagrams", with_thousands(load.datagram_bytes));
  text += load.rate_per_s ? fmt::format(", {} per second", with_thousands(*load.rate_per_s))
                          : ", as fast as the generator can";
  if (load.burst > 1) {
    text += fmt::format(" in bursts of {}", with_thousands(load.burst));
  }
  text += load.count ? fmt::format(", {} of them", with_thousands(*load.count))
                     : fmt::format(", for {:g} s", load.seconds.value_or(0));
  text += fmt::format(", {} sends", load.send);
  text += load.work_iterations > 0
              ? fmt::format("; work {} per datagram", with_thousands(load.work_iterations))
              : "; no work per datagram";
  return text + fmt::format("; socket buffer: {}", load.socket_buffer);
}

std::vector<std::string> server_arguments(const Load& load, KernelEntries mode) {
  std::vector<std::string> arguments{"--json", "--port", "auto"};
  add(arguments, "--bytes", std::to_string(load.datagram_bytes));
  add(arguments, "--work", std::to_string(load.work_iterations));
  add(arguments, "--rcvbuf", load.socket_buffer);
  if (load.outstanding) {
    add(arguments, "--outstanding", std::to_string(*load.outstanding));
  }
  if (load.server_threads) {
    add(arguments, "--threads", std::to_string(*load.server_threads));
  }
  if (mode == KernelEntries::as_windows) {
    add(arguments, "--kernel-entries", name_of(mode));
  }
  return arguments;
}

std::vector<std::string> generator_arguments(const Load& load, std::uint16_t port) {
  std::vector<std::string> arguments{"--json"};
  add(arguments, "--to", fmt::format("127.0.0.1:{}", port));
  add(arguments, "--bytes", std::to_string(load.datagram_bytes));
  add(arguments, "--rate", load.rate_per_s ? std::to_string(*load.rate_per_s) : "max");
  if (load.count) {
    add(arguments, "--count", std::to_string(*load.count));
  } else {
    add(arguments, "--for", fmt::format("{:g}", load.seconds.value_or(1.0)));
  }
  if (load.burst > 1) {
    add(arguments, "--burst", std::to_string(load.burst));
  }
  if (load.generator_threads) {
    add(arguments, "--threads", std::to_string(*load.generator_threads));
  }
  add(arguments, "--send", load.send);
  add(arguments, "--seed", std::to_string(load.seed));
  return arguments;
}

}  // namespace workshop
