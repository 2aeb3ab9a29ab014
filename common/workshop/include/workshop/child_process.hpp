#pragma once

#include "workshop/exit_status.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workshop {

/// What to start, and how.
struct ProcessStart {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  /// Runs the program on this core only.
  std::optional<unsigned> core;
  /// Set in the program's environment, on top of ours.
  std::vector<std::pair<std::string, std::string>> environment;
};

/// A program that we started: its output line by line, its end, and the certainty that neither
/// it nor what it started outlives this object.
///
/// The program gets an own process group (Linux) or a console and a job of its own (Windows), so
/// that an interrupt or a kill meets the whole tree and nobody else. It reads from nothing. On
/// Linux it is also killed when the thread that created this object dies: create it on a thread
/// that lives longer than the program.
///
/// @par Threads
/// Every member may be called from any thread, the destructor excepted.
class ChildProcess {
 public:
  /// Starts the program.
  /// @throws std::runtime_error naming the program and the system's reason when it cannot start
  ///   (not found, not executable). A core that the system refuses is no error: see pinned().
  explicit ChildProcess(const ProcessStart& start);
  /// Kills the tree if it still runs, and waits for it.
  ~ChildProcess();
  ChildProcess(ChildProcess&&) noexcept;
  ChildProcess& operator=(ChildProcess&&) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// What number does the system know the program by?
  [[nodiscard]] unsigned long pid() const;
  /// Did the program get the core that was asked for?
  [[nodiscard]] bool pinned() const;

  /// Waits for the next line of standard output that matches. Lines up to and including the
  /// match are not looked at again by later calls.
  /// @return the line without its end; nothing when the limit passed or the output ended.
  [[nodiscard]] std::optional<std::string> wait_for_line(
      const std::function<bool(std::string_view)>& matches, std::chrono::milliseconds limit);

  /// Waits until the program has ended and its output is complete.
  /// @return how it ended; nothing when it still ran at the limit.
  [[nodiscard]] std::optional<ExitStatus> wait(std::chrono::milliseconds limit);

  /// What the user's Ctrl-C does: SIGINT to the process group (Linux), CTRL_C on the program's
  /// console (Windows, by the program `interrupter`, which must lie beside ours). Harmless when
  /// the program has ended.
  void interrupt();

  /// Kills the program and everything that it started.
  void kill_tree();

  /// All of standard output so far (at most 16 MiB are kept).
  [[nodiscard]] std::string output() const;
  /// All of standard error so far (at most 16 MiB are kept).
  [[nodiscard]] std::string errors() const;
  /// The complete lines of standard output so far.
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Starts a program and waits for its end; kills it at the limit.
struct Finished {
  std::optional<ExitStatus> status;  ///< nothing: it hung and was killed
  std::string output;
  std::string errors;
};
[[nodiscard]] Finished run_to_end(const ProcessStart& start, std::chrono::milliseconds limit);

}  // namespace workshop
