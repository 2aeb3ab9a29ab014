#include <gtest/gtest.h>

#include <algorithm>

#include "rio/windows_api.hpp"

TEST(VirtualAlloc, GivesZeroedWritablePagesOnTheAllocationGranularity) {
  SYSTEM_INFO system;
  GetSystemInfo(&system);
  auto* const memory =
      static_cast<char*>(VirtualAlloc(nullptr, 100'000, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE));
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(memory) % system.dwAllocationGranularity, 0U);
  EXPECT_TRUE(std::all_of(memory, memory + 100'000, [](char c) { return c == 0; }));
  memory[99'999] = 1;
  EXPECT_TRUE(VirtualFree(memory, 0, MEM_RELEASE));
}

TEST(VirtualAlloc, OfNothingIsRefused) {
  EXPECT_EQ(VirtualAlloc(nullptr, 0, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
}

TEST(VirtualFree, WithASizeOrOfAForeignAddressIsRefused) {
  char local = 0;
  EXPECT_FALSE(VirtualFree(&local, 1, MEM_RELEASE));
}

TEST(PerformanceCounter, RunsForwardAtAConstantFrequency) {
  LARGE_INTEGER frequency;
  LARGE_INTEGER first;
  LARGE_INTEGER second;
  ASSERT_TRUE(QueryPerformanceFrequency(&frequency));
  EXPECT_GT(frequency.QuadPart, 0);
  ASSERT_TRUE(QueryPerformanceCounter(&first));
  ASSERT_TRUE(QueryPerformanceCounter(&second));
  EXPECT_GE(second.QuadPart, first.QuadPart);
}
