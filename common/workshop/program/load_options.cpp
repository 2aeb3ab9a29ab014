#include "load_options.hpp"

#include "number_check.hpp"

#include <CLI/CLI.hpp>

namespace workshop {

LoadOptions::LoadOptions(CLI::App& command) {
  const auto add = [&command](const char* name, auto& value, const char* description) {
    return command.add_option(name, value, description)->group("Load");
  };
  add("--rate", rate_, "datagrams per second, or max (default)")
      ->check(whole_number_or({"max"}, 1, 100'000'000))
      ->type_name("N|max");
  add("--bytes", load_.datagram_bytes, "bytes per datagram (1024)")
      ->check(whole_number(9, 65'507))
      ->type_name("N");
  auto* const seconds = add("--for", seconds_, "how long to send, in each run (1)")
                            ->check(seconds_between(0.001, 86'400))
                            ->type_name("SECONDS");
  add("--count", load_.count, "how many datagrams to send, instead of --for")
      ->check(whole_number(1, 10'000'000'000))
      ->type_name("N")
      ->excludes(seconds);
  add("--burst", load_.burst, "datagrams sent back to back, at the same mean rate (1)")
      ->check(whole_number(1, 1'000'000))
      ->type_name("N");
  add("--send", load_.send, "how the generator sends: plain or segmented (segmented)")
      ->check(CLI::IsMember({"plain", "segmented"}))
      ->type_name("HOW");
  add("--seed", load_.seed, "seed of the generator (1)")
      ->check(whole_number(0, 4'294'967'295))
      ->type_name("N");
  add("--work", load_.work_iterations, "work per datagram in the server (0)")
      ->check(whole_number(0, 100'000'000))
      ->type_name("N");
  add("--rcvbuf", load_.socket_buffer, "socket buffer: default, max or bytes (default)")
      ->check(whole_number_or({"default", "max"}, 1, 2'147'483'647))
      ->type_name("N|max");
  add("--outstanding", load_.outstanding, "receives kept outstanding (each chapter's own)")
      ->check(whole_number(1, 1'000'000))
      ->type_name("N");
  add("--threads", load_.server_threads, "threads of the server (each chapter's own)")
      ->check(whole_number(1, 64))
      ->type_name("N");
}

Load LoadOptions::load() const {
  Load load = load_;
  load.seconds = load.count ? std::nullopt : std::optional(seconds_);
  if (rate_ != "max") {
    load.rate_per_s = std::stoull(rate_);
  }
  return load;
}

}  // namespace workshop
