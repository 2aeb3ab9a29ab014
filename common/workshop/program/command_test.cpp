#include "commands.hpp"

#include "workshop/child_process.hpp"
#include "workshop/programs.hpp"
#include "workshop/progress.hpp"
#include "workshop/search_path.hpp"
#include "workshop/terminal.hpp"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>

namespace workshop {
namespace {

constexpr std::chrono::minutes whole_limit{60};
constexpr std::chrono::milliseconds look_again{500};

std::vector<std::string> ctest_arguments(const std::filesystem::path& build_folder,
                                         const TestRequest& request) {
  std::vector<std::string> arguments{"--test-dir",          build_folder.string(),
                                     "--output-on-failure", "--no-tests=error",
                                     "--parallel",          std::to_string(request.jobs)};
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) {
      arguments.insert(arguments.end(), {option, value});
    }
  };
  add("--label-regex", request.label);
  add("--tests-regex", request.pattern);
  return arguments;
}

/// "  3/120 Test  #3: name ......   Passed    0.01 sec" is what ctest says after each test.
bool is_end_of_test(std::string_view line) {
  return line.find(" Test ") != std::string_view::npos && line.find('/') < line.find(" Test ") &&
         line.find(" sec") != std::string_view::npos;
}

/// A skipped test is listed, once, in ctest's summary.
bool has_passed(std::string_view line) {
  return line.find(" Passed ") != std::string_view::npos ||
         line.find("***Skipped ") != std::string_view::npos;
}

std::string without_leading_blanks(const std::string& line) {
  const auto begin = line.find_first_not_of(' ');
  return begin == std::string::npos ? "" : line.substr(begin);
}

/// Passes on ctest's lines: passed tests move the progress line, all else is worth reading.
class TestLines {
 public:
  void take(const std::string& line) {
    if (is_end_of_test(line) && has_passed(line)) {
      progress_.show(without_leading_blanks(line));
      in_summary_ = false;
      return;
    }
    const bool is_worth_reading = is_end_of_test(line) || in_failure_ || in_summary_;
    in_failure_ = (in_failure_ && !is_start_of_test(line)) || is_end_of_test(line);
    in_summary_ = in_summary_ || line.find("tests passed") != std::string::npos;
    if ((is_worth_reading || in_summary_) && !is_start_of_test(line)) {
      progress_.clear();
      print(stdout, line + "\n");
    }
  }

 private:
  static bool is_start_of_test(std::string_view line) {
    const auto begin = line.find_first_not_of(' ');
    return begin != std::string_view::npos && line.substr(begin).starts_with("Start ");
  }

  Progress progress_;
  bool in_failure_ = false;
  bool in_summary_ = false;
};

/// The build folder above the programs, recognised by its list of tests.
std::filesystem::path folder_with_tests() {
  constexpr int levels = 3;
  auto folder = own_folder();
  for (int level = 0; level < levels; ++level) {
    folder = folder.parent_path();
    if (std::filesystem::exists(folder / "CTestTestfile.cmake")) {
      return folder;
    }
  }
  throw std::runtime_error(
      fmt::format("the tests are not built; build and run them with: {} test", command_name()));
}

}  // namespace

int test(const TestRequest& request) {
  const auto build_folder = folder_with_tests();
  const auto ctest = find_on_path("ctest");
  if (!ctest) {
    throw std::runtime_error("ctest was not found on the PATH; it comes with CMake");
  }
  ChildProcess tests({*ctest, ctest_arguments(build_folder, request), std::nullopt, {}});
  const auto deadline = std::chrono::steady_clock::now() + whole_limit;
  TestLines lines;
  const auto any_line = [](std::string_view) { return true; };
  std::optional<ExitStatus> status;
  while (!status && std::chrono::steady_clock::now() < deadline) {
    while (const auto line = tests.wait_for_line(any_line, look_again)) {
      lines.take(*line);
    }
    status = tests.wait(std::chrono::milliseconds(1));
  }
  if (!status) {
    print(stderr, fmt::format("the tests did not end within {} minutes and were stopped\n",
                              whole_limit.count()));
    return hang;
  }
  if (!status->succeeded()) {
    print(stderr, tests.errors());
  }
  return status->succeeded() ? passed : wrong;
}

}  // namespace workshop
