#pragma once

#include <filesystem>
#include <string>

namespace workshop {

struct TestSelection {
  std::string label;
  std::string pattern;
  unsigned jobs = 1;
};

/// Runs ctest in a build folder, showing how far it is; at the end what failed, and why.
/// @return an exit code: passed, wrong, or hang when the whole took too long and was ended.
[[nodiscard]] int run_tests(const std::filesystem::path& build_folder,
                            const TestSelection& selection);

}  // namespace workshop
