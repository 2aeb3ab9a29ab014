// Winsock for all tests, then the tests.

#include <gtest/gtest.h>

#include "harness/winsock.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const harness::Winsock winsock;
  return RUN_ALL_TESTS();
}
