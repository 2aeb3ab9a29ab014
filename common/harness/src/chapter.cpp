#include "harness/chapter.hpp"

#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "harness/command_line.hpp"
#include "harness/system.hpp"
#include "harness/thread_pin.hpp"
#include "harness/winsock.hpp"
#include "kernel_entries.hpp"
#include "report.hpp"

namespace harness {
namespace {

constexpr int kFailed = 1;

int fail_with(const char* name, const std::exception& failure) {
  std::fflush(stdout);
  fmt::print(stderr, "{}: {}\n", name, failure.what());
  return kFailed;
}

// A run that fails half-way still shows what it counted.
int serve(const Chapter& chapter, Run& run) {
  try {
    chapter.serve(run);
    run.stop(StopReason::error);  // no effect unless it returned by mistake
    run.serve_returned();
  } catch (const std::exception& failure) {
    run.stop(StopReason::error);
    run.serve_returned();
    if (run.datagrams() > 0) print_result(run.result());
    return fail_with(chapter.name, failure);
  }
  print_result(run.result());
  return run.reason() == StopReason::error ? kFailed : 0;
}

int run_chapter(const Chapter& chapter, const Options& options) {
  try {
    const Winsock winsock;
    if (options.kernel_entries == KernelEntriesMode::as_windows) enter_as_windows();
    print_legend(chapter, options);
    pin_this_thread(options.pin);
    Run run(options, chapter);
    return serve(chapter, run);
  } catch (const std::exception& failure) {
    return fail_with(chapter.name, failure);
  }
}

}  // namespace

int chapter_main(int argc, char** argv, const Chapter& chapter) {
  prepare_console();
  const auto parsed = parse_command_line(argc, argv, chapter.name, chapter.defaults);
  if (const auto* end = std::get_if<CommandLineEnd>(&parsed)) {
    fmt::print(end->exit_code == 0 ? stdout : stderr, "{}\n", end->text);
    return end->exit_code;
  }
  return run_chapter(chapter, std::get<Options>(parsed));
}

}  // namespace harness
