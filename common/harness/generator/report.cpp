#include "generator/report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/number.hpp"
#include "harness/server_socket.hpp"
#include "harness/system.hpp"

namespace generator {
namespace {

using harness::with_separators;
using nlohmann::ordered_json;

std::string destinations_text(const Options& options) {
  std::string text;
  for (const SOCKADDR_INET& destination : options.destinations) {
    text += (text.empty() ? "" : ", ") + harness::address_text(destination);
  }
  return text;
}

std::string amount_text(const Options& options) {
  if (options.count) return with_separators(*options.count) + " datagrams";
  const double seconds = std::chrono::duration<double>(options.send_for.value()).count();
  return fmt::format("for {:g} s", seconds);
}

std::string pace_text(const Options& options) {
  if (!options.rate_per_s) return "flat out";
  std::string text = with_separators(*options.rate_per_s) + "/s";
  if (options.burst > 1) text += fmt::format(" in bursts of {}", with_separators(options.burst));
  return text;
}

const char* refused_word(const Outcome& outcome) {
  if (outcome.nobody_listened()) return "all";
  return outcome.sent.refusals > 0 ? "some" : "none";
}

template <typename Number>
ordered_json or_null(const std::optional<Number>& number) {
  return number ? ordered_json(*number) : ordered_json();
}

}  // namespace

bool Outcome::nobody_listened() const {
  return sent.everything_was_refused() || (sent.mode == SendMode::rio && stops.found_nobody);
}

std::optional<double> Outcome::rate_per_s() const {
  if (sent.datagrams == 0 || sent.milliseconds() <= 0) return std::nullopt;
  return static_cast<double>(sent.datagrams) / sent.milliseconds() * 1000;
}

std::string legend_text(const Options& options) {
  return fmt::format("generator on {}\nto {} · {} · {}-byte datagrams · {} · {} sends · threads {}",
                     harness::system_name(), destinations_text(options), amount_text(options),
                     with_separators(options.datagram_bytes), pace_text(options),
                     name_of(options.mode), options.threads);
}

std::string outcome_text(const Options& options, const Outcome& outcome) {
  std::string text =
      fmt::format("sent {} datagrams in {:.1f} ms", with_separators(outcome.sent.datagrams),
                  outcome.sent.milliseconds());
  if (const auto rate = outcome.rate_per_s()) {
    text += fmt::format(" = {}/s", with_separators(static_cast<std::uint64_t>(*rate)));
  }
  if (options.rate_per_s) {
    text += fmt::format(" (asked: {}/s)", with_separators(*options.rate_per_s));
  }
  text += fmt::format(" · {} sends · {} stop datagrams", name_of(outcome.sent.mode),
                      outcome.stops.sent);
  if (outcome.sent.failed > 0) {
    text += fmt::format(" · {} not taken by the system", with_separators(outcome.sent.failed));
  }
  if (outcome.sent.behind_s > 0) {
    text +=
        fmt::format(" · could not keep the rate, {:.0f} ms given up", outcome.sent.behind_s * 1000);
  }
  if (outcome.sent.refusals > 0 && !outcome.nobody_listened()) {
    text += " · refused for a part of the time";
  }
  if (outcome.interrupted) text += " · interrupted";
  if (const std::string caveat = harness::system_caveat(); !caveat.empty()) {
    text += fmt::format("\n({})", caveat);
  }
  return text;
}

std::string outcome_json(const Options& options, const Outcome& outcome) {
  const Sent& sent = outcome.sent;
  return ordered_json{{"event", "sent"},
                      {"system", harness::system_name()},
                      {"caveat", harness::system_caveat()},
                      {"sent", sent.datagrams},
                      {"bytes", sent.datagrams * options.datagram_bytes},
                      {"ms", sent.milliseconds()},
                      {"rate_per_s", or_null(outcome.rate_per_s())},
                      {"asked_count", or_null(options.count)},
                      {"asked_rate", or_null(options.rate_per_s)},
                      {"burst", options.burst},
                      {"send_mode", name_of(sent.mode)},
                      {"asked_send_mode", name_of(options.mode)},
                      {"segment_count", group_size(options)},
                      {"threads", options.threads},
                      {"destinations", options.destinations.size()},
                      {"datagram_bytes", options.datagram_bytes},
                      {"seed", options.seed},
                      {"first_stream", options.first_stream},
                      {"errors", sent.failed},
                      {"refused", refused_word(outcome)},
                      {"given_up_ms", sent.behind_s * 1000},
                      {"stops", outcome.stops.sent},
                      {"interrupted", outcome.interrupted}}
      .dump();
}

std::string nobody_listened_text(const Options& options) {
  return fmt::format("nothing is listening on {}: every datagram was refused",
                     destinations_text(options));
}

}  // namespace generator
