#pragma once

#include "workshop/load.hpp"

#include <string>
#include <vector>

namespace workshop {

/// Exit codes of every command.
enum ExitCode : int { passed = 0, wrong = 1, usage = 2, skipped = 77, hang = 124 };

/// How a person types the command: "./workshop" or "workshop".
[[nodiscard]] std::string command_name();

struct DemoRequest {
  double seconds = 0.8;   ///< of load, in each run
  std::string json_file;  ///< empty: none; "-": standard output
};

struct CompareRequest {
  std::vector<std::string> names;  ///< none: all
  Load load;
  unsigned rounds = 3;
  std::string passes = "both";  ///< actual, as-windows or both
  std::string json_file;
  bool verbose = false;
};

struct TestRequest {
  std::string label;
  std::string pattern;
  unsigned jobs = 1;
};

/// Each does what its subcommand promises.
/// @return an exit code
[[nodiscard]] int doctor();
[[nodiscard]] int list(bool as_json);
[[nodiscard]] int run_chapter(const std::string& name, const std::vector<std::string>& arguments);
[[nodiscard]] int send_load(const std::vector<std::string>& arguments);
[[nodiscard]] int demo(const DemoRequest& request);
[[nodiscard]] int compare_chapters(const CompareRequest& request);
[[nodiscard]] int test(const TestRequest& request);

}  // namespace workshop
