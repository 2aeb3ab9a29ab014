#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "sender.hpp"
#include "workshop/child_process.hpp"

namespace workshop::test {

using Arguments = std::vector<std::string>;

/// Longer than any run here takes, shorter than a test's own limit: only a hang meets it.
constexpr std::chrono::seconds kPatience{20};

/// One chapter's program, listening on a port of its own choice.
class ChapterUnderTest {
 public:
  /// Starts the program with `--json --port auto` and waits until it listens.
  /// @throws std::runtime_error with the program's own words when it does not.
  explicit ChapterUnderTest(const std::string& chapter, Arguments options = {});

  [[nodiscard]] std::uint16_t port() const { return ready_.at("port").get<std::uint16_t>(); }
  /// "Linux, workshop API layer", "Windows", "Wine 8.0".
  [[nodiscard]] std::string system() const { return ready_.at("system").get<std::string>(); }
  [[nodiscard]] ChildProcess& process() { return process_; }

  /// Waits for the program's end.
  /// @return its result line.
  /// @throws std::runtime_error when it hangs, fails or has no result.
  [[nodiscard]] nlohmann::json result();

  /// Sends stop datagrams until the program ends. One would do, were UDP reliable.
  [[nodiscard]] nlohmann::json stop(Sender& sender);

 private:
  ChildProcess process_;
  nlohmann::json ready_;
};

/// Runs a program that is expected to end by itself.
[[nodiscard]] Finished run_program(const std::string& name, Arguments arguments);

}  // namespace workshop::test
