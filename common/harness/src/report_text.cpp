#include <fmt/format.h>

#include "harness/number.hpp"
#include "harness/server_socket.hpp"
#include "harness/system.hpp"
#include "report.hpp"

namespace harness {
namespace {

std::string receive_buffer_text(const Options& options) {
  if (!options.receive_buffer_bytes) return "default";
  return with_separators(static_cast<std::uint64_t>(*options.receive_buffer_bytes)) + " bytes";
}

void append_count(std::string& line, const char* words, std::uint64_t count) {
  if (count > 0) line += fmt::format(" · {} {}", words, with_separators(count));
}

std::string rate_text(const Result& result) {
  const auto rate = result.rate_per_s();
  if (!rate) return fmt::format("in {:.1f} ms", result.milliseconds);
  return fmt::format("in {:.1f} ms = {}/s", result.milliseconds,
                     with_separators(static_cast<std::uint64_t>(*rate)));
}

std::string lost_text(const Result& result) {
  if (result.sequences.lost) {
    return fmt::format(" · lost {}", with_separators(*result.sequences.lost));
  }
  return result.sequences.untracked > 0 ? " · lost: not tracked, too many datagrams"
                                        : " · lost: unknown, no sequence numbers";
}

std::string cpu_text(const Result& result) {
  const auto user = result.per_datagram(result.used.user_ns);
  const auto kernel = result.per_datagram(result.used.kernel_ns);
  if (!user || !kernel) return {};
  return fmt::format(" · CPU per datagram {:.0f} ns user + {:.0f} ns kernel", *user, *kernel);
}

std::string entries_text(const Result& result) {
  const auto actual = result.per_datagram(result.used.kernel_entries);
  const auto as_windows = result.per_datagram(result.used.kernel_entries_as_windows);
  if (!actual || !as_windows) return {};
  return fmt::format(" · kernel entries per datagram {:.3f} (as on Windows {:.3f})", *actual,
                     *as_windows);
}

std::string counts_text(const Result& result) {
  std::string line;
  append_count(line, "duplicated", result.sequences.duplicated);
  append_count(line, "empty", result.total.empty);
  append_count(line, "truncated", result.total.truncated);
  append_count(line, "failed receives", result.total.failed);
  append_count(line, "dropped by the socket buffer", result.socket_buffer_drops.value_or(0));
  return line;
}

std::string figures_line(const Result& result) {
  std::string line =
      fmt::format("{}: {} {}", result.chapter, with_separators(result.total.datagrams),
                  result.total.datagrams == 1 ? "datagram" : "datagrams");
  if (result.total.datagrams == 0) {
    return line + counts_text(result) + " · ended by: " + name_of(result.reason);
  }
  line += ' ' + rate_text(result) + lost_text(result) + counts_text(result) + cpu_text(result) +
          entries_text(result);
  line += fmt::format(" · mean batch {:.1f}", result.batches.mean());
  return line + " · ended by: " + name_of(result.reason);
}

}  // namespace

std::string legend_text(const Chapter& chapter, const Options& options) {
  std::string text = fmt::format("{} on {}", chapter.name, system_name());
  if (*chapter.backend_note != '\0') text += fmt::format(", {}", chapter.backend_note);
  text += fmt::format(
      "\n{}-byte datagrams · work {} · outstanding {} · threads {} · max batch {} · socket buffer "
      "{}",
      with_separators(options.datagram_bytes), with_separators(options.work_iterations),
      with_separators(options.outstanding), options.threads, with_separators(options.max_batch),
      receive_buffer_text(options));
  if (options.rio == RioProvider::strict) text += " · RIO strict";
  if (options.pin) text += fmt::format(" · on processor {}", *options.pin);
  if (options.kernel_entries == KernelEntriesMode::as_windows) {
    text += "\nevery call that enters the kernel on Windows is made to enter it here too";
  }
  return text;
}

std::string result_text(const Result& result) {
  std::string text = figures_line(result);
  if (result.odd_stop_bytes > 0) {
    text += fmt::format(
        "\nended by a datagram of {0} bytes; this server counts datagrams of {1} bytes (--bytes "
        "{0}?)",
        result.odd_stop_bytes, result.options.datagram_bytes);
  }
  if (const std::string caveat = system_caveat(); !caveat.empty()) {
    text += fmt::format("\n({})", caveat);
  }
  return text;
}

}  // namespace harness
