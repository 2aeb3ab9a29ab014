#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "chapter_list.hpp"
#include "chapter_under_test.hpp"

namespace workshop::test {

constexpr const char* kLoopback = "127.0.0.1";
/// Small, so that a hundred datagrams fit into any socket's receive buffer.
constexpr std::size_t kBytes = 64;
inline const Arguments kSmallDatagrams{"--bytes", "64"};

/// Empty when this system has RIO; else why not, in the loader's words.
[[nodiscard]] const std::string& why_rio_is_missing();

[[nodiscard]] inline bool needs_rio(const Chapter& chapter) {
  return std::string_view(chapter.family) == "rio";
}

[[nodiscard]] inline bool has_threads(const Chapter& chapter) {
  return std::string_view(chapter.name).ends_with("-threads");
}

/// The chapters of which that is true.
[[nodiscard]] std::vector<Chapter> chapters_where(bool (*is_true)(const Chapter&));

/// Tests that hold for every chapter. Where RIO is missing, its chapters are skipped, not passed.
class EveryChapter : public ::testing::TestWithParam<Chapter> {
 protected:
  void SetUp() override {
    if (needs_rio(GetParam()) && !why_rio_is_missing().empty()) {
      GTEST_SKIP() << why_rio_is_missing();
    }
  }
  [[nodiscard]] static std::string name() { return GetParam().name; }
};

inline void PrintTo(const Chapter& chapter, std::ostream* out) {
  *out << chapter.name;
}

/// A test's name may hold letters, digits and underscores only.
[[nodiscard]] std::string test_name(const ::testing::TestParamInfo<Chapter>& chapter);

}  // namespace workshop::test
