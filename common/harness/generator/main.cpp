// Sends datagrams to the chapters: numbered, at a rate or flat out, and reports what was sent.

#include <atomic>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "generator/command_line.hpp"
#include "generator/load.hpp"
#include "generator/report.hpp"
#include "generator/stops.hpp"
#include "harness/system.hpp"
#include "harness/winsock.hpp"

namespace {

using generator::Options;
using generator::Outcome;

constexpr int kFailed = 1;

// Global, because a console handler gets no argument.
std::atomic<bool> interrupted{false};

BOOL WINAPI on_interrupt(DWORD) {
  interrupted.store(true, std::memory_order_relaxed);  // relaxed: only the flag itself matters
  return TRUE;
}

int report(const Options& options, const Outcome& outcome) {
  fmt::print(options.json ? stderr : stdout, "{}\n", outcome_text(options, outcome));
  if (options.json) fmt::print("{}\n", outcome_json(options, outcome));
  if (!outcome.nobody_listened()) return 0;
  std::fflush(stdout);
  fmt::print(stderr, "generator: {}\n", nobody_listened_text(options));
  return kFailed;
}

int run(const Options& options) {
  try {
    const harness::Winsock winsock;
    SetConsoleCtrlHandler(on_interrupt, TRUE);
    fmt::print(options.json ? stderr : stdout, "{}\n", legend_text(options));
    Outcome outcome;
    outcome.sent = send_load(options, interrupted);
    outcome.stops = send_stops(options);
    outcome.interrupted = interrupted.load();
    return report(options, outcome);
  } catch (const std::exception& failure) {
    fmt::print(stderr, "generator: {}\n", failure.what());
    return kFailed;
  }
}

}  // namespace

int main(int argc, char** argv) {
  harness::prepare_console();
  const auto parsed = generator::parse_command_line(argc, argv);
  if (const auto* end = std::get_if<harness::CommandLineEnd>(&parsed)) {
    fmt::print(end->exit_code == 0 ? stdout : stderr, "{}\n", end->text);
    return end->exit_code;
  }
  return run(std::get<Options>(parsed));
}
