// Mutexes, semaphores, names, second handles, threads that start later, condition variables.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "loopback.hpp"

using namespace conformance;

TEST(NamedEvent, SecondOneOfTheNameIsTheSameObject) {
  const Handle first(CreateEventA(nullptr, TRUE, FALSE, "workshop-event"));
  ASSERT_NE(first.get(), nullptr);
  EXPECT_EQ(GetLastError(), 0U);
  const Handle second(CreateEventA(nullptr, FALSE, FALSE, "workshop-event"));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_ALREADY_EXISTS));
  ASSERT_TRUE(SetEvent(second.get()));
  EXPECT_EQ(WaitForSingleObject(first.get(), 0), WAIT_OBJECT_0);
  EXPECT_EQ(WaitForSingleObject(second.get(), 0), WAIT_OBJECT_0) << "it is still manual-reset";
}

TEST(NamedEvent, NameOfAnotherKindIsRefused) {
  const Handle mutex(CreateMutexA(nullptr, FALSE, "workshop-name"));
  EXPECT_EQ(CreateEventA(nullptr, TRUE, FALSE, "workshop-name"), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_HANDLE));
}

TEST(NamedEvent, OpeningOneThatDoesNotExistFails) {
  EXPECT_EQ(OpenEventA(EVENT_ALL_ACCESS, FALSE, "workshop-nothing"), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_FILE_NOT_FOUND));
}

TEST(Mutex, OwnerTakesItAgainAndOthersWait) {
  const Handle mutex(CreateMutexA(nullptr, TRUE, nullptr));
  EXPECT_EQ(WaitForSingleObject(mutex.get(), 0), WAIT_OBJECT_0);
  std::thread other([&] {
    EXPECT_EQ(WaitForSingleObject(mutex.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
    EXPECT_FALSE(ReleaseMutex(mutex.get()));
    EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_NOT_OWNER));
  });
  other.join();
  EXPECT_TRUE(ReleaseMutex(mutex.get()));
  EXPECT_TRUE(ReleaseMutex(mutex.get()));
  EXPECT_FALSE(ReleaseMutex(mutex.get()));
}

TEST(Mutex, ReleaseLetsAWaiterIn) {
  const Handle mutex(CreateMutexA(nullptr, TRUE, nullptr));
  std::thread other([&] {
    EXPECT_EQ(WaitForSingleObject(mutex.get(), kLimitMs), WAIT_OBJECT_0);
    EXPECT_TRUE(ReleaseMutex(mutex.get()));
  });
  EXPECT_TRUE(ReleaseMutex(mutex.get()));
  other.join();
}

TEST(Semaphore, LetsAsManyInAsItCounts) {
  const Handle semaphore(CreateSemaphoreA(nullptr, 2, 3, nullptr));
  EXPECT_EQ(WaitForSingleObject(semaphore.get(), 0), WAIT_OBJECT_0);
  EXPECT_EQ(WaitForSingleObject(semaphore.get(), 0), WAIT_OBJECT_0);
  EXPECT_EQ(WaitForSingleObject(semaphore.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
  LONG before = -1;
  EXPECT_TRUE(ReleaseSemaphore(semaphore.get(), 3, &before));
  EXPECT_EQ(before, 0);
  EXPECT_FALSE(ReleaseSemaphore(semaphore.get(), 1, nullptr));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_TOO_MANY_POSTS));
}

TEST(Semaphore, ImpossibleCountsAreRefused) {
  EXPECT_EQ(CreateSemaphoreA(nullptr, 2, 1, nullptr), nullptr);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
}

TEST(DuplicateHandle, ObjectLivesUntilTheLastHandleIsClosed) {
  Handle event = new_event(true);
  HANDLE raw = nullptr;
  ASSERT_TRUE(DuplicateHandle(GetCurrentProcess(), event.get(), GetCurrentProcess(), &raw, 0, FALSE,
                              DUPLICATE_SAME_ACCESS));
  const Handle second(raw);
  event.close();
  EXPECT_TRUE(SetEvent(second.get()));
  EXPECT_EQ(WaitForSingleObject(second.get(), 0), WAIT_OBJECT_0);
}

TEST(DuplicateSocket, PendingReceiveEndsOnlyWithTheLastHandleAndKeepsItsKey) {
  const Handle port = new_port();
  Socket first = bound_socket(WSA_FLAG_OVERLAPPED);
  const Address address = address_of(first);
  ASSERT_EQ(CreateIoCompletionPort(first.handle(), port.get(), 7, 0), port.get());
  WSAPROTOCOL_INFOW information{};
  ASSERT_EQ(WSADuplicateSocketW(first.get(), GetCurrentProcessId(), &information), 0);
  Socket second(WSASocketW(FROM_PROTOCOL_INFO, FROM_PROTOCOL_INFO, FROM_PROTOCOL_INFO, &information,
                           0, WSA_FLAG_OVERLAPPED));
  ASSERT_NE(second.get(), INVALID_SOCKET) << WSAGetLastError();
  Receive one;
  Receive two;
  ASSERT_TRUE(one.start_pending(first));
  ASSERT_TRUE(two.start_pending(second));
  first.close();
  send_text(address, "still here");
  const Packet data = take(port.get());
  EXPECT_TRUE(data.success);
  EXPECT_EQ(data.key, 7U);
  EXPECT_EQ(data.overlapped, &one.overlapped);
  second.close();
  const Packet end = take(port.get());
  EXPECT_FALSE(end.success);
  EXPECT_EQ(end.key, 7U);
  EXPECT_EQ(end.overlapped, &two.overlapped);
}

TEST(SuspendedThread, StartsWhenItIsResumed) {
  std::atomic<bool> ran{false};
  const LPTHREAD_START_ROUTINE body = [](LPVOID flag) -> DWORD {
    static_cast<std::atomic<bool>*>(flag)->store(true);
    return 3;
  };
  const Handle thread(CreateThread(nullptr, 0, body, &ran, CREATE_SUSPENDED, nullptr));
  ASSERT_NE(thread.get(), nullptr);
  EXPECT_EQ(WaitForSingleObject(thread.get(), kQuietMs), static_cast<DWORD>(WAIT_TIMEOUT));
  EXPECT_FALSE(ran.load());
  EXPECT_EQ(ResumeThread(thread.get()), 1U);
  EXPECT_EQ(WaitForSingleObject(thread.get(), kLimitMs), WAIT_OBJECT_0);
  EXPECT_TRUE(ran.load());
}

TEST(ConditionVariable, WakesASleeperAndTimesOut) {
  CRITICAL_SECTION section;
  InitializeCriticalSection(&section);
  CONDITION_VARIABLE condition = CONDITION_VARIABLE_INIT;
  bool ready = false;
  EnterCriticalSection(&section);
  EXPECT_FALSE(SleepConditionVariableCS(&condition, &section, 1));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_TIMEOUT));
  std::thread other([&] {
    EnterCriticalSection(&section);
    ready = true;
    LeaveCriticalSection(&section);
    WakeConditionVariable(&condition);
  });
  while (!ready) {
    if (!SleepConditionVariableCS(&condition, &section, kLimitMs)) break;
  }
  EXPECT_TRUE(ready);
  LeaveCriticalSection(&section);
  other.join();
  DeleteCriticalSection(&section);
}
