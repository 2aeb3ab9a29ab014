#include "workshop/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace workshop {
namespace {

constexpr std::size_t name_columns = 19;
constexpr std::size_t remark_columns = 100;
/// A reason up to here is shown whole in its row, even of the narrower table.
constexpr std::size_t reason_columns = 60;
constexpr const char* reference_name = "03-iocp";

std::string cell(const ChapterRuns& runs, Metric metric, int digits) {
  return figure(runs.median(metric), digits);
}

std::string percent_cell(const ChapterRuns& runs) {
  const auto percent = runs.median(Metric::received_percent);
  // 99.97 must not be shown as 100.0: something was lost.
  const bool nearly = percent && *percent < 100 && *percent >= 99.95;
  return percent ? figure(nearly ? 99.9 : *percent, 1) + " %" : figure(percent, 1);
}

std::string failed(const std::string& reason) {
  return "failed: " + reason;
}

/// What the generator achieved, which is not always what it was asked for.
std::string sentence_on_sending(const Comparison& comparison) {
  std::vector<double> rates;
  std::string how;
  for (const auto& runs : comparison.chapters) {
    for (const auto& run : runs.runs) {
      if (run.sent_per_s > 0) {
        rates.push_back(run.sent_per_s);
        how = run.sent_how;
      }
    }
  }
  const auto rate = spread_of(rates);
  if (!rate) {
    return "";
  }
  const auto& asked = comparison.plan.load.send;
  return fmt::format(
      "The generator sent {} datagrams per s (median){}", figure(rate->median, 0),
      how.empty() || how == asked
          ? ""
          : fmt::format(", by {} sends: {} ones are not available here", how, asked));
}

std::string ratio(std::optional<double> one, std::optional<double> other) {
  if (!one || !other) {
    return figure(std::nullopt, 2);
  }
  const auto value = quotient(*one, *other);
  return figure(value, 2) + (value ? " ×" : "");
}

}  // namespace

ComparisonTable::ComparisonTable()
    : table_({{"\nchapter", name_columns, Align::left},
              {"\nreceived", 8},
              {"datagrams\nper s", 10},
              {"CPU ns per\nuser", 0},
              {"datagram\nkernel", 0},
              {"kernel entries\nper datagram", 0},
              {"as on\nWindows", 7},
              {"mean\nbatch", 7},
              {"switches\nper 1,000", 9}}) {}

std::string ComparisonTable::row(const ChapterRuns& runs) const {
  if (const auto* const reason = runs.failure()) {
    return table_.row_with_text(runs.chapter, failed(*reason));
  }
  return table_.row({runs.chapter, percent_cell(runs), cell(runs, Metric::rate_per_s, 0),
                     cell(runs, Metric::cpu_user_ns, 0), cell(runs, Metric::cpu_kernel_ns, 0),
                     cell(runs, Metric::kernel_entries, 3),
                     cell(runs, Metric::kernel_entries_as_windows, 3),
                     cell(runs, Metric::mean_batch, 1), cell(runs, Metric::switches_per_1000, 1)});
}

const ChapterRuns* reference_of(const Comparison& comparison) {
  const ChapterRuns* first = nullptr;
  for (const auto& runs : comparison.chapters) {
    if (!runs.median(Metric::cpu_ns)) {
      continue;
    }
    if (runs.chapter == reference_name) {
      return &runs;
    }
    first = first == nullptr ? &runs : first;
  }
  return first;
}

std::string relation_table(const Comparison& comparison) {
  const auto* const reference = reference_of(comparison);
  const auto reference_cpu =
      reference == nullptr ? std::nullopt : reference->median(Metric::cpu_ns);
  const Table table(
      {{"\nchapter", name_columns, Align::left},
       {"\nreceived", 8},
       {"CPU ns per\nuser", 0},
       {"datagram\nkernel", 0},
       {"\nsum", 7},
       {"kernel entries\nper datagram", 0},
       {fmt::format("sum against\n{}", reference == nullptr ? reference_name : reference->chapter),
        0}});
  auto text = table.head();
  for (const auto& runs : comparison.chapters) {
    if (const auto* const reason = runs.failure()) {
      text += table.row_with_text(runs.chapter, failed(*reason));
      continue;
    }
    text += table.row({runs.chapter, percent_cell(runs), cell(runs, Metric::cpu_user_ns, 0),
                       cell(runs, Metric::cpu_kernel_ns, 0), cell(runs, Metric::cpu_ns, 0),
                       cell(runs, Metric::kernel_entries, 3),
                       ratio(runs.median(Metric::cpu_ns), reference_cpu)});
  }
  return text;
}

std::string relation_sentence(const Comparison& comparison) {
  const auto* const reference = reference_of(comparison);
  const auto rio = std::ranges::find_if(comparison.chapters, [](const ChapterRuns& runs) {
    return runs.family == "rio" && !runs.spins() && runs.median(Metric::cpu_ns);
  });
  if (reference == nullptr || reference->family != "iocp" || rio == comparison.chapters.end()) {
    return "";
  }
  const auto relation = quotient(*rio->median(Metric::cpu_ns), *reference->median(Metric::cpu_ns));
  return fmt::format("IOCP : RIO = 1 : {} in CPU per datagram ({} against {}).\n",
                     figure(relation, 2), reference->chapter, rio->chapter);
}

std::string remarks_on(const Comparison& comparison) {
  std::string text;
  const auto remark = [&text](const std::string& sentence) {
    for (const auto& line : wrapped(sentence, remark_columns)) {
      text += line + "\n";
    }
  };
  for (const auto& runs : comparison.chapters) {
    const auto* const reason = runs.failure();
    if (reason != nullptr && columns_of(*reason) > reason_columns) {
      remark(fmt::format("{} failed: {}", runs.chapter, *reason));
    } else if (reason == nullptr && runs.received_nothing()) {
      remark(fmt::format("{}: nothing was received", runs.chapter));
    } else if (reason == nullptr && runs.spins()) {
      remark(fmt::format(
          "{} never sleeps: its CPU is all the time of its core, with or without datagrams",
          runs.chapter));
    }
  }
  remark(sentence_on_sending(comparison));
  return text;
}

}  // namespace workshop
