// Every wait here has a limit, and every limit ends in a sentence: a server that crashes, hangs,
// is killed or refuses to start must cost its own row and nothing else.

#include "workshop/measurement.hpp"

#include "workshop/child_process.hpp"
#include "workshop/programs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace workshop {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

constexpr milliseconds start_limit{20'000};
/// How long the stop datagrams may take before we interrupt, and the interrupt before we kill.
constexpr milliseconds stop_limit{1'500};
constexpr milliseconds interrupt_limit{3'000};
constexpr double generator_reserve_seconds = 15;

class RunFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ServerHung : public RunFailed {
 public:
  using RunFailed::RunFailed;
};

json event_in(std::string_view line, std::string_view event) {
  const auto parsed = json::parse(line, nullptr, false);
  const bool is_wanted = parsed.is_object() && parsed.value("event", "") == event;
  return is_wanted ? parsed : json();
}

json last_event(const ChildProcess& process, std::string_view event) {
  json last;
  for (const auto& line : process.lines()) {
    if (auto found = event_in(line, event); !found.is_null()) {
      last = std::move(found);
    }
  }
  return last;
}

/// The last line that a program wrote for people: its reason to end.
std::string last_words(const ChildProcess& process) {
  auto text = process.errors();
  text.erase(text.find_last_not_of(" \r\n") + 1);
  const auto begin = text.find_last_of('\n');
  return begin == std::string::npos ? text : text.substr(begin + 1);
}

std::string reason_of(const ChildProcess& process, const ExitStatus& status) {
  const auto words = last_words(process);
  if (status.signal || words.empty()) {
    return describe(status);
  }
  return words;
}

json wait_until_ready(ChildProcess& server) {
  json ready;
  const auto is_ready = [&ready](std::string_view line) {
    ready = event_in(line, "ready");
    return !ready.is_null();
  };
  if (server.wait_for_line(is_ready, start_limit)) {
    return ready;
  }
  if (const auto status = server.wait(interrupt_limit)) {
    throw RunFailed(reason_of(server, *status));
  }
  throw ServerHung(fmt::format("not listening after {} s", start_limit.count() / 1000));
}

json send_load(ChildProcess& generator, const Load& load) {
  const auto limit_seconds = 2 * expected_seconds(load) + generator_reserve_seconds;
  const auto limit = milliseconds(static_cast<std::int64_t>(1000 * limit_seconds));
  const auto status = generator.wait(limit);
  if (!status) {
    throw RunFailed("the generator did not end in time");
  }
  auto sent = last_event(generator, "sent");
  if (sent.is_null()) {
    throw RunFailed("generator: " + reason_of(generator, *status));
  }
  return sent;
}

ExitStatus wait_for_result(ChildProcess& server) {
  if (const auto status = server.wait(stop_limit)) {
    return *status;
  }
  // The stop datagrams may have met a full socket buffer.
  server.interrupt();
  const auto status = server.wait(interrupt_limit);
  if (!status) {
    throw ServerHung("hung: ended neither by stop datagrams nor by an interrupt");
  }
  if (last_event(server, "result").is_null()) {
    throw ServerHung("hung: an interrupt ended it, without a result");
  }
  return *status;
}

json result_of(ChildProcess& server) {
  const auto status = wait_for_result(server);
  auto served = last_event(server, "result");
  if (!status.succeeded() || served.is_null()) {
    throw RunFailed(status.succeeded() ? "ended without a result" : reason_of(server, status));
  }
  return served;
}

double number_in(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

// A report may quote bytes that are no UTF-8; they must not cost the results.
std::string text_of(const json& report) {
  return report.dump(-1, ' ', false, json::error_handler_t::replace);
}

void run(const std::string& chapter, const Load& load, KernelEntries mode, const Pinning& pinning,
         const Narrator& narrate, Measurement& measurement) {
  ChildProcess server({program_path(chapter), server_arguments(load, mode), pinning.server, {}});
  const auto ready = wait_until_ready(server);
  narrate(fmt::format("{}: pid {}, port {}", chapter, server.pid(), ready.at("port").dump()));
  ChildProcess generator({program_path("generator"),
                          generator_arguments(load, ready.at("port").get<std::uint16_t>()),
                          pinning.generator,
                          {}});
  measurement.pinned = server.pinned() && generator.pinned();
  const auto sent = send_load(generator, load);
  measurement.sent = text_of(sent);
  measurement.sent_per_s = number_in(sent, "rate_per_s");
  if (const auto how = sent.find("send_mode"); how != sent.end() && how->is_string()) {
    measurement.sent_how = how->get<std::string>();
  }
  const auto served = result_of(server);
  measurement.served = text_of(served);
  measurement.datagrams = number_in(served, "datagrams");
  measurement.notifications = number_in(served, "notifications");
  measurement.figures = figures_of(served, sent);
}

}  // namespace

Pinning pinning_on(const Machine& machine) {
  if (machine.cores.size() < 2) {
    return {};
  }
  return {machine.cores[0], machine.cores[1]};
}

std::string describe(const Pinning& pinning) {
  if (!pinning.server || !pinning.generator) {
    return "not pinned: server and generator share the cores, so figures vary more";
  }
  return fmt::format("server on core {}, generator on core {}", *pinning.server,
                     *pinning.generator);
}

namespace {

/// A program's sentence begins with its name, which the row already says.
std::string without_name(const std::string& reason, const std::string& chapter) {
  const auto name = chapter + ": ";
  return reason.starts_with(name) ? reason.substr(name.size()) : reason;
}

}  // namespace

Measurement measure(const std::string& chapter, const Load& load, KernelEntries mode,
                    const Pinning& pinning, const Narrator& narrate) {
  Measurement measurement;
  try {
    run(chapter, load, mode, pinning, narrate, measurement);
  } catch (const ServerHung& problem) {
    measurement.failure = without_name(problem.what(), chapter);
    measurement.hung = true;
  } catch (const std::exception& problem) {
    measurement.failure = without_name(problem.what(), chapter);
  }
  return measurement;
}

}  // namespace workshop
