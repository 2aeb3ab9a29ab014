#pragma once

#include <chrono>
#include <cstdio>
#include <string>

namespace workshop {

/// Says what is going on while something takes its time. On a terminal it is one line that is
/// written over; elsewhere a plain line every few seconds. It goes to standard error, so that
/// standard output holds results only.
class Progress {
 public:
  explicit Progress(std::FILE* stream = stderr);
  /// Clears the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& text);
  /// Takes the line away, so that something else can be printed.
  void clear();

 private:
  std::FILE* stream_;
  bool on_terminal_;
  bool line_is_shown_ = false;
  std::chrono::steady_clock::time_point last_plain_line_;
};

}  // namespace workshop
