#include <cstdio>

#include <gtest/gtest.h>

#include "rio/windows_api.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  WSADATA data;
  if (const int error = WSAStartup(MAKEWORD(2, 2), &data); error != 0) {
    std::fprintf(stderr, "WSAStartup failed with %d\n", error);
    return 1;
  }
  const int result = RUN_ALL_TESTS();
  WSACleanup();
  return result;
}
