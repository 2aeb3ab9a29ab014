#pragma once

#include <optional>
#include <string>

namespace workshop {

/// How a program ended.
struct ExitStatus {
  /// The exit code; 128 + signal when a signal ended the program, as a shell would say it.
  int code = 0;
  /// The signal that ended the program; never set on Windows.
  std::optional<int> signal;

  [[nodiscard]] bool succeeded() const { return code == 0 && !signal; }
};

/// Words for people: "ended with code 1", "was killed (signal 9)", "ended with code 0xC0000005".
[[nodiscard]] std::string describe(const ExitStatus& status);

}  // namespace workshop
