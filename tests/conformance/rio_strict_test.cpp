// Strict mode: each mistake that a checker can see, made on purpose.

#include "rio/strict.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "rio_fixture.hpp"

using namespace conformance;
using rio::Mistake;
using rio::Rule;

namespace {

class RioStrict : public Rio {
 protected:
  void SetUp() override {
    Rio::SetUp();
    if (IsSkipped()) return;
    rio.RIODeregisterBuffer(buffer);
    provider_ = rio;
    rio = rio::make_strict(provider_, [this](const Mistake& mistake) {
      const std::lock_guard lock(mutex_);
      mistakes_.push_back(mistake);
    });
    buffer = rio.RIORegisterBuffer(memory.data(), static_cast<DWORD>(memory.size()));
  }
  // What has been reported since the last call.
  [[nodiscard]] std::vector<Mistake> mistakes() {
    const std::lock_guard lock(mutex_);
    return std::exchange(mistakes_, {});
  }
  [[nodiscard]] bool reported(Rule rule) {
    const auto all = mistakes();
    return std::ranges::count(all, rule, &Mistake::rule) > 0;
  }
  // The one mistake, as text; all of them when there are more.
  [[nodiscard]] std::string sentence() {
    std::string text;
    for (const Mistake& mistake : mistakes())
      text += mistake.sentence + '\n';
    return text;
  }
  [[nodiscard]] BOOL post_send(ULONG index, DWORD flags = 0) {
    RIO_BUF data{buffer, index * kSliceBytes, 5};
    RIO_BUF remote{buffer, 60 * kSliceBytes, sizeof(SOCKADDR_INET)};
    std::memcpy(slice_data(60), &address.inet, sizeof address.inet);
    return rio.RIOSendEx(rq, &data, 1, nullptr, &remote, nullptr, nullptr, flags, nullptr);
  }

 private:
  RIO_EXTENSION_FUNCTION_TABLE provider_{};
  std::mutex mutex_;
  std::vector<Mistake> mistakes_;
};

}  // namespace

TEST_F(RioStrict, GoodProgramIsLeftInPeaceAndSeesItsOwnContexts) {
  open_event(16, 8);
  post_all(8);
  ASSERT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  for (int i = 0; i < 8; ++i)
    send("hello");
  ASSERT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  const auto results = dequeue(8);
  for (ULONG i = 0; i < 8; ++i) {
    EXPECT_EQ(results[i].RequestContext, i + 1);
    EXPECT_EQ(results[i].SocketContext, kSocketContext);
  }
  EXPECT_EQ(sentence(), "");
}

TEST_F(RioStrict, SocketWithoutTheFlagIsExplained) {
  socket = bound_socket(WSA_FLAG_OVERLAPPED);
  cq = rio.RIOCreateCompletionQueue(8, nullptr);
  EXPECT_EQ(rio.RIOCreateRequestQueue(socket.get(), 4, 1, 0, 1, cq, cq, nullptr), RIO_INVALID_RQ);
  EXPECT_TRUE(reported(Rule::socket_needs_the_flag));
}

TEST_F(RioStrict, WrongBufferIdIsNamed) {
  open_polled(8, 8);
  for (RIO_BUFFERID wrong : {RIO_INVALID_BUFFERID, static_cast<RIO_BUFFERID>(nullptr)}) {
    RIO_BUF data{wrong, 0, 64};
    EXPECT_FALSE(rio.RIOReceive(rq, &data, 1, 0, nullptr));
    EXPECT_TRUE(reported(Rule::buffer_id_must_be_valid));
  }
}

TEST_F(RioStrict, SliceOutsideItsBufferIsNamed) {
  open_polled(8, 8);
  RIO_BUF data{buffer, kSlices * kSliceBytes - 10, 64};
  EXPECT_FALSE(rio.RIOReceive(rq, &data, 1, 0, nullptr));
  EXPECT_TRUE(reported(Rule::slice_inside_its_buffer));
}

TEST_F(RioStrict, SeveralBuffersPerRequestAreExplained) {
  cq = rio.RIOCreateCompletionQueue(64, nullptr);
  EXPECT_EQ(rio.RIOCreateRequestQueue(socket.get(), 4, 16, 0, 1, cq, cq, nullptr), RIO_INVALID_RQ);
  EXPECT_TRUE(reported(Rule::one_buffer_per_request));
}

TEST_F(RioStrict, CompletionQueueThatIsTooSmallIsExplained) {
  cq = rio.RIOCreateCompletionQueue(8, nullptr);
  EXPECT_EQ(rio.RIOCreateRequestQueue(socket.get(), 9, 1, 0, 1, cq, cq, nullptr), RIO_INVALID_RQ);
  EXPECT_TRUE(reported(Rule::completion_queue_must_hold_all));
}

TEST_F(RioStrict, LimitThatUndequeuedResultsUseUpIsExplained) {
  open_polled(8, 2);
  post_all(2);
  EXPECT_FALSE(post(2));
  EXPECT_EQ(WSAGetLastError(), WSAENOBUFS);
  EXPECT_EQ(sentence(),
            "RQ 1, RIOReceive: its 2 receives are all outstanding; a finished request counts until "
            "its result has been dequeued\n");
}

TEST_F(RioStrict, ForgottenNotifyIsFoundWhenNothingMoves) {
  open_event(8, 8);
  post_all(4);
  const auto stalled = rio::find_stalled();
  ASSERT_EQ(stalled.size(), 1U);
  EXPECT_EQ(stalled[0].rule, Rule::notify_before_waiting);
  ASSERT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_TRUE(rio::find_stalled().empty());
}

TEST_F(RioStrict, NotifyTwiceIsReported) {
  open_event(8, 8);
  ASSERT_TRUE(post(0));
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_EQ(rio.RIONotify(cq), WSAEALREADY);
  EXPECT_TRUE(reported(Rule::notify_is_one_shot));
}

TEST_F(RioStrict, EventThatNobodyResetsIsReported) {
  open_event(8, 8, false);
  ASSERT_TRUE(post(0));
  ASSERT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  send("x");
  ASSERT_EQ(WaitForSingleObject(event.get(), kLimitMs), WAIT_OBJECT_0);
  (void)dequeue(1);
  ASSERT_TRUE(post(1));
  EXPECT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  EXPECT_TRUE(reported(Rule::event_must_be_reset));
}

TEST_F(RioStrict, OnlySilentRequestsAreFoundWhenNothingMoves) {
  open_event(8, 8);
  post_all(4, RIO_MSG_DONT_NOTIFY);
  ASSERT_EQ(rio.RIONotify(cq), ERROR_SUCCESS);
  const auto stalled = rio::find_stalled();
  ASSERT_EQ(stalled.size(), 1U);
  EXPECT_EQ(stalled[0].rule, Rule::silent_requests_do_not_notify);
}

TEST_F(RioStrict, DeferredRequestsWithoutACommitAreFoundWhenNothingMoves) {
  open_polled(8, 8);
  post_all(3, RIO_MSG_DEFER);
  auto stalled = rio::find_stalled();
  ASSERT_EQ(stalled.size(), 1U);
  EXPECT_EQ(stalled[0].rule, Rule::deferred_needs_a_commit);
  ASSERT_TRUE(rio.RIOReceive(rq, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr));
  EXPECT_TRUE(rio::find_stalled().empty());
}

TEST_F(RioStrict, CommitOnlyWithCompanyIsReported) {
  open_polled(8, 8);
  RIO_BUF data = slice(0);
  EXPECT_FALSE(rio.RIOReceive(rq, &data, 1, RIO_MSG_COMMIT_ONLY, nullptr));
  EXPECT_TRUE(reported(Rule::commit_only_stands_alone));
}

TEST_F(RioStrict, TwoThreadsInOneDequeueAreReported) {
  open_polled(8, 8);
  std::atomic<bool> seen{false};
  const auto dequeue_until_seen = [&] {
    RIORESULT result;
    (void)eventually([&] {
      (void)rio.RIODequeueCompletion(cq, &result, 1);
      if (reported(Rule::one_thread_dequeues)) seen = true;
      return seen.load();
    });
  };
  std::thread other(dequeue_until_seen);
  dequeue_until_seen();
  other.join();
  EXPECT_TRUE(seen);
}

TEST_F(RioStrict, TwoThreadsThatPostAreReported) {
  // Empty posts at the limit change nothing: the queues stay sound although the rule is broken.
  open_polled(8, 1);
  ASSERT_TRUE(post(0));
  std::atomic<bool> seen{false};
  const auto post_until_seen = [&](ULONG index) {
    (void)eventually([&] {
      (void)post(index);
      if (reported(Rule::one_thread_posts)) seen = true;
      return seen.load();
    });
  };
  std::thread other([&] { post_until_seen(1); });
  post_until_seen(2);
  other.join();
  EXPECT_TRUE(seen);
}

TEST_F(RioStrict, SliceThatIsPostedTwiceIsReportedWithItsHolder) {
  open_polled(8, 8);
  ASSERT_TRUE(post(0));
  ASSERT_TRUE(post(0));
  EXPECT_EQ(sentence(),
            "RQ 1, RIOReceive: bytes 0 to 64 still belong to the receive that was post 1 on RQ 1; "
            "a slice is yours again when its result has been dequeued\n");
}

TEST_F(RioStrict, SendThatChangesBeforeItsResultIsReported) {
  open_polled(8, 0, 8);
  ASSERT_TRUE(post_send(0));
  slice_data(0)[1] = '!';
  (void)dequeue(1);
  EXPECT_TRUE(reported(Rule::send_must_not_change));
}

TEST_F(RioStrict, DeregisteringInUseIsReported) {
  open_polled(8, 8);
  post_all(3);
  rio.RIODeregisterBuffer(std::exchange(buffer, RIO_INVALID_BUFFERID));
  EXPECT_TRUE(reported(Rule::deregister_when_unused));
}

TEST_F(RioStrict, ClosingACompletionQueueTooEarlyIsReported) {
  open_polled(8, 8);
  post_all(3);
  rio.RIOCloseCompletionQueue(std::exchange(cq, RIO_INVALID_CQ));
  EXPECT_TRUE(reported(Rule::close_when_unused));
}

TEST_F(RioStrict, ClosingInTheRightOrderIsNot) {
  open_polled(8, 8);
  post_all(3);
  socket.close();
  (void)dequeue(3);
  rio.RIOCloseCompletionQueue(std::exchange(cq, RIO_INVALID_CQ));
  rio.RIODeregisterBuffer(std::exchange(buffer, RIO_INVALID_BUFFERID));
  EXPECT_EQ(sentence(), "");
}

TEST_F(RioStrict, AddressSliceOfSixteenBytesIsReported) {
  open_polled(8, 8);
  RIO_BUF data = slice(0);
  RIO_BUF remote{buffer, kSliceBytes, 16};
  EXPECT_FALSE(rio.RIOReceiveEx(rq, &data, 1, nullptr, &remote, nullptr, nullptr, 0, nullptr));
  EXPECT_TRUE(reported(Rule::address_needs_28_bytes));
}

TEST_F(RioStrict, ControlBufferWithoutItsLengthIsReported) {
  open_polled(8, 0, 8);
  const ULONG forgotten = 0;
  std::memcpy(slice_data(1), &forgotten, sizeof forgotten);
  RIO_BUF data = slice(0);
  RIO_BUF control = slice(1);
  (void)rio.RIOSendEx(rq, &data, 1, nullptr, nullptr, &control, nullptr, 0, nullptr);
  EXPECT_TRUE(reported(Rule::control_needs_its_length));
}

TEST_F(RioStrict, ManySmallRegistrationsAreReportedOnce) {
  std::vector<RIO_BUFFERID> ids;
  for (int i = 0; i < 100; ++i)
    ids.push_back(rio.RIORegisterBuffer(memory.data(), 64));
  const auto all = mistakes();
  EXPECT_EQ(std::ranges::count(all, Rule::register_few_and_large, &Mistake::rule), 1);
  for (const RIO_BUFFERID id : ids)
    rio.RIODeregisterBuffer(id);
}

TEST_F(RioStrict, PortNotificationWithoutAnOverlappedIsExplained) {
  port = new_port();
  RIO_NOTIFICATION_COMPLETION notification{};
  notification.Type = RIO_IOCP_COMPLETION;
  notification.Iocp.IocpHandle = port.get();
  EXPECT_EQ(rio.RIOCreateCompletionQueue(8, &notification), RIO_INVALID_CQ);
  EXPECT_TRUE(reported(Rule::notification_needs_an_overlapped));
}
