#include "chapter_test.hpp"

#include <algorithm>
#include <iterator>

#include "rio/function_table.hpp"

namespace workshop::test {
namespace {

std::string ask_for_rio() {
  const SOCKET probe =
      WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, WSA_FLAG_REGISTERED_IO);
  std::string why;
  try {
    (void)rio::load_function_table(probe);
  } catch (const rio::Unavailable& unavailable) {
    why = unavailable.what();
  }
  closesocket(probe);
  return why;
}

}  // namespace

const std::string& why_rio_is_missing() {
  static const std::string why = ask_for_rio();
  return why;
}

std::vector<Chapter> chapters_where(bool (*is_true)(const Chapter&)) {
  std::vector<Chapter> chapters;
  std::ranges::copy_if(kChapters, std::back_inserter(chapters), is_true);
  return chapters;
}

std::string test_name(const ::testing::TestParamInfo<Chapter>& chapter) {
  std::string name = chapter.param.name;
  std::ranges::replace(name, '-', '_');
  return "chapter_" + name;
}

class RioChapters : public ::testing::TestWithParam<Chapter> {};

TEST_P(RioChapters, SayThatRioIsNotAvailableWhereItIsNot) {
  if (why_rio_is_missing().empty()) GTEST_SKIP() << "this system has RIO";
  const Finished run = run_program(GetParam().name, {"--json", "--port", "auto"});
  ASSERT_TRUE(run.status.has_value()) << "the program hangs";
  EXPECT_EQ(run.status->code, 1);
  EXPECT_NE(run.errors.find("RIO is not available here"), std::string::npos) << run.errors;
}

INSTANTIATE_TEST_SUITE_P(All, RioChapters, ::testing::ValuesIn(chapters_where(needs_rio)),
                         test_name);

}  // namespace workshop::test
