#include "harness/command_line.hpp"

#include <limits>

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include "harness/number.hpp"
#include "harness/option_reader.hpp"
#include "harness/server_socket.hpp"
#include "kernel_entries.hpp"

namespace harness {
namespace {

constexpr WholeNumberRange kPorts{1, 65'535};
constexpr WholeNumberRange kDatagramBytes{9, 65'507};
constexpr WholeNumberRange kWork{0, 100'000'000};
constexpr WholeNumberRange kOutstanding{1, 1'000'000};
constexpr WholeNumberRange kThreads{1, 64};
constexpr WholeNumberRange kMaxBatch{1, 65'536};
constexpr WholeNumberRange kSpin{0, 100'000'000};
constexpr WholeNumberRange kProcessors{0, 63};
constexpr WholeNumberRange kNumaNodes{0, 63};
constexpr int kLargestBuffer = std::numeric_limits<int>::max();
constexpr WholeNumberRange kBufferBytes{1, kLargestBuffer};

constexpr int kUsageError = 2;

std::uint16_t read_port(const std::string& text) {
  if (text == "auto") return 0;
  try {
    return static_cast<std::uint16_t>(parse_whole_number(text, kPorts));
  } catch (const BadValue& bad) {
    throw BadValue(std::string(bad.what()) + ", nor auto");
  }
}

std::string read_address(const std::string& text) {
  Options candidate;
  candidate.address = text;
  try {
    if (is_loopback(server_address(candidate))) return text;
  } catch (const StartFailed& failure) {
    throw BadValue(failure.what());
  }
  // A server is stopped by datagrams to its own address, and its load is nobody else's business.
  throw BadValue("\"" + text + "\" is not a loopback address (127.0.0.1, another 127.…, or ::1)");
}

std::optional<int> read_buffer(const std::string& text) {
  if (text == "default") return std::nullopt;
  if (text == "max") return kLargestBuffer;
  try {
    return static_cast<int>(parse_whole_number(text, kBufferBytes));
  } catch (const BadValue& bad) {
    throw BadValue(std::string(bad.what()) + ", nor default or max");
  }
}

KernelEntriesMode read_kernel_entries(const std::string& text) {
  if (text == "actual") return KernelEntriesMode::actual;
  if (text != "as-windows") throw BadValue(fmt::format("\"{}\" is not actual or as-windows", text));
  if (!can_enter_as_windows()) {
    throw BadValue("as-windows is for Linux; here the calls are the system's own");
  }
  return KernelEntriesMode::as_windows;
}

RioProvider read_provider(const std::string& text) {
  if (text == "system") return RioProvider::system;
  if (text == "strict") return RioProvider::strict;
  if (text == "emulated") throw BadValue("\"emulated\" is not available yet; use system or strict");
  throw BadValue(fmt::format("\"{}\" is not system or strict", text));
}

void add_socket_options(OptionReader& reader, Options& options) {
  reader.add("--port", "N|auto", "UDP port to serve [1…65,535]; auto: the system chooses (5000)",
             [&options](const std::string& text) { options.port = read_port(text); });
  reader.add("--address", "ADDRESS", "local IPv4 or IPv6 address to serve (127.0.0.1)",
             [&options](const std::string& text) { options.address = read_address(text); });
  reader.add_number("--bytes", "agreed size of a datagram (1024)", kDatagramBytes,
                    options.datagram_bytes);
  reader.add(
      "--rcvbuf", "default|max|N", "receive buffer of the socket in bytes (default)",
      [&options](const std::string& text) { options.receive_buffer_bytes = read_buffer(text); });
}

void add_serving_options(OptionReader& reader, Options& options) {
  reader.add_number("--work", "work per datagram, about 1 ns each (0)", kWork,
                    options.work_iterations);
  reader.add_number("--outstanding", fmt::format("receives in progress ({})", options.outstanding),
                    kOutstanding, options.outstanding);
  reader.add_number("--threads", fmt::format("serving threads ({})", options.threads), kThreads,
                    options.threads);
  reader.add_number("--max-batch",
                    fmt::format("results taken by one dequeue ({})", options.max_batch), kMaxBatch,
                    options.max_batch);
  reader.add_number("--spin", "empty looks before a thread sleeps, where a chapter spins (0)",
                    kSpin, options.spin);
  reader.add("--rio", "PROVIDER",
             "which RIO: system, or strict: the same, and broken rules are reported (system)",
             [&options](const std::string& text) { options.rio = read_provider(text); });
}

void add_machine_options(CLI::App& app, OptionReader& reader, Options& options) {
  reader.add_number("--pin", "processor to stay on", kProcessors, options.pin);
  app.add_flag("--large-pages", options.large_pages, "slices on large pages, where allowed");
  reader.add_number("--numa-node", "slices on this NUMA node", kNumaNodes, options.numa_node);
  reader.add(
      "--kernel-entries", "MODE",
      "actual, or as-windows: calls that enter the kernel on Windows do so here too; Linux "
      "only (actual)",
      [&options](const std::string& text) { options.kernel_entries = read_kernel_entries(text); });
}

void add_ending_options(CLI::App& app, OptionReader& reader, Options& options) {
  reader.add_seconds("--for", "end after that time [0.001…86,400]", options.run_for, false);
  reader.add_seconds("--idle",
                     "end when nothing came for that time after a datagram [0.001…86,400]; 0: "
                     "never (0)",
                     options.idle, true);
  app.add_flag("--json", options.json, "JSON lines on standard output, words on standard error");
}

}  // namespace

std::variant<Options, CommandLineEnd> parse_command_line(int argc, const char* const* argv,
                                                         const char* name,
                                                         const ChapterDefaults& defaults) {
  Options options;
  options.outstanding = defaults.outstanding;
  options.threads = defaults.threads;
  options.max_batch = defaults.max_batch;

  CLI::App app{"Serves UDP datagrams until a stop datagram, Ctrl-C, --for or --idle ends the run.",
               name};
  OptionReader reader(app);
  add_socket_options(reader, options);
  add_serving_options(reader, options);
  add_machine_options(app, reader, options);
  add_ending_options(app, reader, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    return CommandLineEnd{app.help(), 0};
  } catch (const CLI::ParseError& error) {
    return CommandLineEnd{
        fmt::format("{}: {}\n{} --help lists the options", name, error.what(), name), kUsageError};
  }
  return options;
}

}  // namespace harness
