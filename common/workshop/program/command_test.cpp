#include "commands.hpp"

#include "number_check.hpp"
#include "test_run.hpp"

#include "workshop/programs.hpp"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>

namespace workshop {
namespace {

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

void add_test(CLI::App& app, Action& action) {
  auto* const command = app.add_subcommand("test", "Run the workshop's own tests");
  const auto selection = std::make_shared<TestSelection>();
  command->add_option("--label", selection->label,
                      "only these: unit, conformance, chapters, workshop, bench");
  command->add_option("--only", selection->pattern, "only tests whose name matches")
      ->type_name("REGEX");
  command->add_option("--jobs", selection->jobs, "tests at the same time (1)")
      ->check(whole_number(1, 256))
      ->type_name("N");
  command->footer(fmt::format("Example: {0} test\n         {0} test --label unit", command_name()));
  command->callback([&action, selection] {
    action = [selection]() -> int { return run_tests(folder_with_tests(), *selection); };
  });
}

}  // namespace workshop
