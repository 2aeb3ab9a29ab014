// Alertable waits, and the calls that run in them: completion routines and QueueUserAPC.

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "loopback.hpp"

using namespace conformance;

namespace {

struct Ended {
  DWORD error;
  DWORD bytes;
  OVERLAPPED* overlapped;
};
thread_local std::vector<Ended> t_ended;

void CALLBACK note_end(DWORD error, DWORD bytes, OVERLAPPED* overlapped, DWORD) {
  t_ended.push_back({error, bytes, overlapped});
}

void CALLBACK add(ULONG_PTR counter) {
  ++*reinterpret_cast<int*>(counter);
}

struct Alertable : testing::Test {
  Socket server = bound_socket(WSA_FLAG_OVERLAPPED);
  Address address = address_of(server);
  char data[64] = {};
  OVERLAPPED overlapped{};
  int calls = 0;

  void SetUp() override { t_ended.clear(); }
  [[nodiscard]] int start_receive() {
    WSABUF buffer{sizeof data, data};
    DWORD flags = 0;
    overlapped = {};
    return WSARecv(server.get(), &buffer, 1, nullptr, &flags, &overlapped, note_end);
  }
  void queue_call(HANDLE thread = GetCurrentThread()) {
    EXPECT_NE(QueueUserAPC(add, thread, reinterpret_cast<ULONG_PTR>(&calls)), 0U);
  }
};

}  // namespace

TEST_F(Alertable, RoutineRunsInTheNextAlertableWaitOfItsThread) {
  ASSERT_EQ(start_receive(), SOCKET_ERROR);
  ASSERT_EQ(WSAGetLastError(), WSA_IO_PENDING);
  send_text(address, "hello");
  EXPECT_EQ(SleepEx(kLimitMs, TRUE), static_cast<DWORD>(WAIT_IO_COMPLETION));
  ASSERT_EQ(t_ended.size(), 1U);
  EXPECT_EQ(t_ended[0].error, 0U);
  EXPECT_EQ(t_ended[0].bytes, 5U);
  EXPECT_EQ(t_ended[0].overlapped, &overlapped);
}

TEST_F(Alertable, ImmediateSuccessQueuesTheRoutineAllTheSame) {
  send_text(address, "there already");
  ASSERT_TRUE(start_receive() == 0 || WSAGetLastError() == WSA_IO_PENDING);
  EXPECT_EQ(SleepEx(kLimitMs, TRUE), static_cast<DWORD>(WAIT_IO_COMPLETION));
  ASSERT_EQ(t_ended.size(), 1U);
  EXPECT_EQ(t_ended[0].bytes, 13U);
}

TEST_F(Alertable, WaitThatIsNotAlertableRunsNothing) {
  queue_call();
  Sleep(0);
  const Handle never = new_event(true);
  EXPECT_EQ(WaitForSingleObject(never.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(SleepEx(0, TRUE), static_cast<DWORD>(WAIT_IO_COMPLETION));
  EXPECT_EQ(calls, 1);
}

TEST_F(Alertable, OneWaitRunsAllThatIsQueued) {
  for (int i = 0; i < 3; ++i)
    queue_call();
  EXPECT_EQ(SleepEx(0, TRUE), static_cast<DWORD>(WAIT_IO_COMPLETION));
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(SleepEx(0, TRUE), 0U);
}

TEST_F(Alertable, WaitsForObjectsAreEndedByACall) {
  const Handle never = new_event(true);
  const HANDLE two[] = {never.get(), never.get()};
  queue_call();
  EXPECT_EQ(WaitForSingleObjectEx(never.get(), kLimitMs, TRUE),
            static_cast<DWORD>(WAIT_IO_COMPLETION));
  queue_call();
  EXPECT_EQ(WSAWaitForMultipleEvents(1, two, FALSE, kLimitMs, TRUE),
            static_cast<DWORD>(WAIT_IO_COMPLETION));
  EXPECT_EQ(calls, 2);
}

TEST_F(Alertable, CallOfAnotherThreadEndsASleep) {
  HANDLE self = nullptr;
  ASSERT_TRUE(DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &self,
                              0, FALSE, DUPLICATE_SAME_ACCESS));
  const Handle owned(self);
  std::thread other([&] { queue_call(self); });
  EXPECT_EQ(SleepEx(kLimitMs, TRUE), static_cast<DWORD>(WAIT_IO_COMPLETION));
  other.join();
  EXPECT_EQ(calls, 1);
}

TEST_F(Alertable, PortWaitIsEndedByACallAndTakesNothing) {
  const Handle port = new_port();
  OVERLAPPED_ENTRY entries[4];
  ULONG removed = 0;
  queue_call();
  EXPECT_FALSE(GetQueuedCompletionStatusEx(port.get(), entries, 4, &removed, kLimitMs, TRUE));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(WAIT_IO_COMPLETION));
  EXPECT_EQ(calls, 1);
}

TEST_F(Alertable, RoutineLeavesTheEventOfTheBlockAlone) {
  const Handle event = new_event(true);
  WSABUF buffer{sizeof data, data};
  DWORD flags = 0;
  overlapped.hEvent = event.get();
  ASSERT_EQ(WSARecv(server.get(), &buffer, 1, nullptr, &flags, &overlapped, note_end),
            SOCKET_ERROR);
  send_text(address, "x");
  EXPECT_EQ(SleepEx(kLimitMs, TRUE), static_cast<DWORD>(WAIT_IO_COMPLETION));
  EXPECT_EQ(WaitForSingleObject(event.get(), 0), static_cast<DWORD>(WAIT_TIMEOUT));
}

TEST_F(Alertable, RoutineOnAnAttachedSocketIsRefusedAndNotCalled) {
  const Handle port = new_port();
  ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), 1, 0), port.get());
  EXPECT_EQ(start_receive(), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  EXPECT_EQ(SleepEx(0, TRUE), 0U);
  EXPECT_TRUE(t_ended.empty());
}

TEST_F(Alertable, CancelledRoutineReportsTheAbort) {
  ASSERT_EQ(start_receive(), SOCKET_ERROR);
  ASSERT_TRUE(CancelIoEx(server.handle(), &overlapped));
  EXPECT_EQ(SleepEx(kLimitMs, TRUE), static_cast<DWORD>(WAIT_IO_COMPLETION));
  ASSERT_EQ(t_ended.size(), 1U);
  EXPECT_EQ(t_ended[0].error, static_cast<DWORD>(WSA_OPERATION_ABORTED));
}

TEST_F(Alertable, BlockingReceiveRunsCallsWhileItWaits) {
  // The call itself sends what the receive is waiting for: without it the receive would not end.
  struct Errand {
    Address to;
    static void CALLBACK run(ULONG_PTR self) {
      send_text(reinterpret_cast<Errand*>(self)->to, "from the call");
    }
  } errand{address};
  ASSERT_NE(QueueUserAPC(Errand::run, GetCurrentThread(), reinterpret_cast<ULONG_PTR>(&errand)),
            0U);
  WSABUF buffer{sizeof data, data};
  DWORD bytes = 0;
  DWORD flags = 0;
  ASSERT_EQ(WSARecv(server.get(), &buffer, 1, &bytes, &flags, nullptr, nullptr), 0);
  EXPECT_EQ(std::string(data, bytes), "from the call");
}

TEST_F(Alertable, BlockingReceiveOfWhatIsThereRunsNoCall) {
  send_text(address, "there");
  queue_call();
  WSABUF buffer{sizeof data, data};
  DWORD bytes = 0;
  DWORD flags = 0;
  ASSERT_EQ(WSARecv(server.get(), &buffer, 1, &bytes, &flags, nullptr, nullptr), 0);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(SleepEx(0, TRUE), static_cast<DWORD>(WAIT_IO_COMPLETION));
}
