#include "report.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "harness/server_socket.hpp"

namespace harness {
namespace {

std::FILE* people(const Options& options) {
  return options.json ? stderr : stdout;
}

// Whoever started the program reads through a pipe and waits for the line.
void print_line(std::FILE* stream, const std::string& text) {
  fmt::print(stream, "{}\n", text);
  std::fflush(stream);
}

}  // namespace

void print_legend(const Chapter& chapter, const Options& options) {
  print_line(people(options), legend_text(chapter, options));
}

void print_ready(const Chapter& chapter, const Options& options, const SOCKADDR_INET& address) {
  if (options.json) print_line(stdout, ready_json(chapter, ntohs(address.Ipv4.sin_port)));
  print_line(people(options),
             fmt::format("listening on {}; Ctrl-C ends the run", address_text(address)));
}

void print_result(const Result& result) {
  print_line(people(result.options), result_text(result));
  if (result.options.json) print_line(stdout, result_json(result));
}

}  // namespace harness
