// One Winsock start-up for the whole suite.

#include <gtest/gtest.h>

#include <iostream>

#include "rio/windows_api.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  WSADATA data;
  if (const int error = WSAStartup(MAKEWORD(2, 2), &data)) {
    std::cerr << "WSAStartup failed with " << error << '\n';
    return 1;
  }
  const int result = RUN_ALL_TESTS();
  WSACleanup();
  return result;
}
