#include <gtest/gtest.h>
#include <process.h>

#include "loopback.hpp"

using namespace conformance;

namespace {

unsigned __stdcall answer(void* argument) {
  return *static_cast<unsigned*>(argument);
}
DWORD WINAPI answer_dword(LPVOID argument) {
  return *static_cast<DWORD*>(argument);
}

}  // namespace

TEST(Thread, BeginThreadExGivesAHandleThatIsSignalledAtTheEnd) {
  unsigned value = 42;
  const Handle thread(
      reinterpret_cast<HANDLE>(_beginthreadex(nullptr, 0, answer, &value, 0, nullptr)));
  ASSERT_NE(thread.get(), nullptr);
  EXPECT_EQ(WaitForSingleObject(thread.get(), kLimitMs), WAIT_OBJECT_0);
  DWORD code = 0;
  EXPECT_TRUE(GetExitCodeThread(thread.get(), &code));
  EXPECT_EQ(code, 42U);
}

TEST(Thread, CreateThreadReportsItsIdAndExitCode) {
  DWORD value = 7;
  DWORD id = 0;
  const Handle thread(CreateThread(nullptr, 0, answer_dword, &value, 0, &id));
  EXPECT_NE(id, 0U);
  EXPECT_EQ(WaitForSingleObject(thread.get(), kLimitMs), WAIT_OBJECT_0);
  DWORD code = 0;
  EXPECT_TRUE(GetExitCodeThread(thread.get(), &code));
  EXPECT_EQ(code, 7U);
}

TEST(Thread, AffinityMaskOfNoProcessorIsRefused) {
  EXPECT_EQ(SetThreadAffinityMask(GetCurrentThread(), 0), 0U);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
}

TEST(Thread, SettingTheAffinityReturnsTheOldMask) {
  DWORD_PTR process = 0;
  DWORD_PTR system = 0;
  ASSERT_TRUE(GetProcessAffinityMask(GetCurrentProcess(), &process, &system));
  const DWORD_PTR first = process & (~process + 1);
  const DWORD_PTR before = SetThreadAffinityMask(GetCurrentThread(), first);
  EXPECT_NE(before, 0U);
  EXPECT_EQ(SetThreadAffinityMask(GetCurrentThread(), before), first);
}
