// One Winsock start-up for the whole suite.

#include <gtest/gtest.h>

#include <iostream>

#include "deviations.hpp"
#include "rio/windows_api.hpp"

namespace {

int run_all() {
  using namespace conformance;
  if (!deviations_are_known_here()) return RUN_ALL_TESTS();
  auto* const judge = new DeviationJudge;  // GoogleTest deletes its listeners
  testing::UnitTest::GetInstance()->listeners().Append(judge);
  [[maybe_unused]] const int failures = RUN_ALL_TESTS();  // the judge knows which
  return judge->all_as_expected() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  WSADATA data;
  if (const int error = WSAStartup(MAKEWORD(2, 2), &data)) {
    std::cerr << "WSAStartup failed with " << error << '\n';
    return 1;
  }
  const int result = run_all();
  WSACleanup();
  return result;
}
