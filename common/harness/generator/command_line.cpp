#include "generator/command_line.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include "harness/option_reader.hpp"
#include "harness/server_socket.hpp"

namespace generator {
namespace {

using harness::BadValue;
using harness::OptionReader;
using harness::WholeNumberRange;

constexpr WholeNumberRange kPorts{1, 65'535};
constexpr WholeNumberRange kDatagramBytes{9, 65'507};
constexpr WholeNumberRange kCount{1, 10'000'000'000};
constexpr WholeNumberRange kRate{1, 100'000'000};
constexpr WholeNumberRange kBurst{1, 1'000'000};
constexpr WholeNumberRange kThreads{1, 64};
constexpr WholeNumberRange kSegments{1, 64};
constexpr WholeNumberRange kStops{0, 1000};
constexpr WholeNumberRange kSeed{0, 4'294'967'295};
constexpr WholeNumberRange kStream{0, 4'000'000'000};
constexpr WholeNumberRange kProcessors{0, 63};

constexpr std::uint16_t kDefaultPort = 5000;
constexpr std::uint64_t kDefaultCount = 100'000;
constexpr int kUsageError = 2;

SOCKADDR_INET address_of(const std::string& host, std::uint16_t port) {
  harness::Options server;
  server.address = host == "localhost" ? "127.0.0.1" : host;
  server.port = port;
  try {
    return harness::server_address(server);
  } catch (const harness::StartFailed& failure) {
    throw BadValue(failure.what());
  }
}

// "127.0.0.1:5000", "[::1]:5000".
SOCKADDR_INET parse_destination(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) {
    throw BadValue(fmt::format("\"{}\" is not HOST:PORT", text));
  }
  std::string host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  const auto port = harness::parse_whole_number(text.substr(colon + 1), kPorts);
  return address_of(host, static_cast<std::uint16_t>(port));
}

SendMode parse_mode(const std::string& text) {
  for (const SendMode mode : {SendMode::plain, SendMode::segmented, SendMode::rio}) {
    if (text == name_of(mode)) return mode;
  }
  throw BadValue(fmt::format("\"{}\" is not plain, segmented or rio", text));
}

std::optional<std::uint64_t> parse_rate(const std::string& text) {
  if (text == "max") return std::nullopt;
  try {
    return harness::parse_whole_number(text, kRate);
  } catch (const BadValue& bad) {
    throw BadValue(std::string(bad.what()) + ", nor max");
  }
}

void add_destination_options(CLI::App& app, OptionReader& reader, Options& options) {
  app.add_option_function<std::vector<std::string>>(
         "--to",
         [&options](const std::vector<std::string>& texts) {
           try {
             for (const std::string& text : texts) {
               options.destinations.push_back(parse_destination(text));
             }
           } catch (const BadValue& bad) {
             throw CLI::ValidationError("--to", bad.what());
           }
         },
         "where to send (127.0.0.1:5000); may be given several times: they take turns")
      ->type_name("HOST:PORT")
      ->allow_extra_args(false);
  reader.add("--port", "N", "short for --to 127.0.0.1:N", [&options](const std::string& text) {
    const auto port = harness::parse_whole_number(text, kPorts);
    options.destinations.push_back(address_of("127.0.0.1", static_cast<std::uint16_t>(port)));
  });
}

void add_amount_options(OptionReader& reader, Options& options) {
  reader.add_number("--bytes", "size of a datagram (1024)", kDatagramBytes, options.datagram_bytes);
  reader.add_number("--count",
                    fmt::format("datagrams to send, over all threads and destinations ({})",
                                harness::with_separators(kDefaultCount)),
                    kCount, options.count);
  reader.add_seconds("--for", "how long to send, instead of --count [0.001…86,400]",
                     options.send_for, false);
  reader.add("--rate", "N|max",
             "datagrams a second over all threads [1…100,000,000]; max: flat out (max)",
             [&options](const std::string& text) { options.rate_per_s = parse_rate(text); });
  reader.add_number("--burst", "datagrams sent back to back, at the same average rate (1)", kBurst,
                    options.burst);
}

void add_way_options(CLI::App& app, OptionReader& reader, Options& options) {
  reader.add("--send", "HOW",
             "plain: one call each; segmented: one call for a group, the system cuts it; rio: "
             "RIOSend (plain)",
             [&options](const std::string& text) { options.mode = parse_mode(text); });
  reader.add_number("--segment-count",
                    "datagrams in a group, as far as 64,000 bytes hold them (32)", kSegments,
                    options.segment_count);
  reader.add_number("--threads", "sending threads, each with its own sequence numbers (1)",
                    kThreads, options.threads);
  reader.add_number("--stop",
                    "stop datagrams at the end, 5, 10, 20, 40, 80 ms apart so that a busy server "
                    "with a full buffer gets one, until it is gone (5)",
                    kStops, options.stops);
  reader.add_number("--seed", "gives the payload's bytes; the same seed, the same bytes (1)", kSeed,
                    options.seed);
  reader.add_number("--stream",
                    "id of the first stream; several generators that send to one server need "
                    "streams of their own, or their numbers count as duplicates (0)",
                    kStream, options.first_stream);
  reader.add_number("--pin", "processor to stay on", kProcessors, options.pin);
  app.add_flag("--json", options.json, "one JSON line on standard output, words on standard error");
}

void fill_in_defaults(Options& options) {
  if (options.count && options.send_for) {
    throw CLI::ValidationError("--for", "either --for or --count, not both");
  }
  if (options.destinations.empty()) {
    options.destinations.push_back(address_of("127.0.0.1", kDefaultPort));
  }
  if (!options.count && !options.send_for) options.count = kDefaultCount;
}

}  // namespace

std::variant<Options, harness::CommandLineEnd> parse_command_line(int argc,
                                                                  const char* const* argv) {
  Options options;
  CLI::App app{"Sends numbered UDP datagrams to the chapters and reports what it sent.",
               "generator"};
  OptionReader reader(app);
  add_destination_options(app, reader, options);
  add_amount_options(reader, options);
  add_way_options(app, reader, options);
  try {
    app.parse(argc, argv);
    fill_in_defaults(options);
  } catch (const CLI::Success&) {
    return harness::CommandLineEnd{app.help(), 0};
  } catch (const CLI::ParseError& error) {
    return harness::CommandLineEnd{
        fmt::format("generator: {}\ngenerator --help lists the options", error.what()),
        kUsageError};
  }
  return options;
}

}  // namespace generator
