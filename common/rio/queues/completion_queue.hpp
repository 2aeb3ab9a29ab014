// A completion queue: a bounded ring of results and one notification.
//
// Every attached request queue reserves its limits in advance, so the ring cannot overflow. A
// result keeps its place, and its request keeps counting, until it is dequeued. The notification is
// one-shot and level-triggered: RIONotify fires at once when there is something to report,
// otherwise it arms, and the next reportable result fires it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "notification.hpp"
#include "ticks.hpp"

namespace rio {

class RequestQueue;

struct Result {
  RIORESULT result;
  RequestQueue* queue;
  bool send;
  bool notifies;
};

class CompletionQueueCore {
 public:
  // nullptr with the last error set.
  [[nodiscard]] static std::shared_ptr<CompletionQueueCore> create(
      DWORD size, const RIO_NOTIFICATION_COMPLETION* notification);

  CompletionQueueCore(Notification notification, std::shared_ptr<win32::Driver> driver,
                      std::unique_ptr<Result[]> ring, DWORD size);

  // Moves bytes when there is nothing to return. RIO_CORRUPT_CQ when it is closed.
  [[nodiscard]] ULONG dequeue(RIORESULT* results, ULONG limit);
  [[nodiscard]] INT notify();
  // WSAETOOMANYREFS, WSAENOBUFS or 0.
  [[nodiscard]] long resize(DWORD size);
  void close();

  // false: the ring has no room for so many more requests.
  [[nodiscard]] bool reserve(ULONG requests);
  void give_back(ULONG requests);
  [[nodiscard]] bool change_reservation(ULONG from, ULONG to);
  void attach(const std::shared_ptr<RequestQueue>& queue);
  void detach(const RequestQueue* queue);

  // Stores results; there is room, because it was reserved.
  void push(std::span<const Result> results);
  [[nodiscard]] bool closed() const { return closed_.load(); }
  [[nodiscard]] const std::shared_ptr<win32::Driver>& driver() const { return driver_; }

 private:
  void retire_finished(std::unique_lock<std::mutex>& lock);

  // All of these: mutex held.
  ULONG copy_out(RIORESULT* results, ULONG limit);
  void fire_if_armed();
  void drop(const Result& result);
  [[nodiscard]] bool empty_after_short_batch();

  const std::shared_ptr<win32::Driver> driver_;
  std::atomic<bool> closed_{false};

  std::mutex mutex_;
  // Guarded by mutex_:
  Notification notification_;
  bool armed_ = false;
  std::unique_ptr<Result[]> ring_;
  DWORD size_;
  DWORD first_ = 0;
  DWORD count_ = 0;
  DWORD notifying_ = 0;  // results that may fire a notification
  ULONG reserved_ = 0;
  bool returned_results_ = false;                        // the last dequeue did
  std::vector<std::shared_ptr<RequestQueue>> attached_;  // until their last result is dequeued
  std::vector<RequestQueue*> finished_;                  // that has happened
};

}  // namespace rio
