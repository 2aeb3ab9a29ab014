// What strict mode knows: every buffer, queue and request, and who is inside what.
//
// Contexts are the trick: the provider gets the address of our record instead of the caller's
// context, and gives it back with the result, so a result finds its request without a search. One
// mutex guards everything; strict mode is for finding mistakes, not for speed.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "rio/strict.hpp"

namespace rio::strict {

struct Buffer {
  unsigned number;
  const char* data;
  DWORD bytes;
  unsigned in_use = 0;  // slices of requests in flight
};

struct CompletionQueue {
  unsigned number;
  DWORD size;
  bool notifies;               // made with an event or a port
  HANDLE event = nullptr;      // set when the caller is to reset it himself
  ULONG reserved = 0;          // by request queues
  ULONG outstanding = 0;       // requests whose results go here
  ULONG silent = 0;            // of these, with RIO_MSG_DONT_NOTIFY
  bool asked = false;          // RIONotify since the last dequeue
  std::atomic<int> inside{0};  // threads in RIODequeueCompletion or RIOResizeCompletionQueue
};

struct RequestQueue;

struct Request {
  RequestQueue* queue;
  std::uint64_t number;  // of the posts on its queue
  PVOID context;
  bool send;
  bool silent;
  bool deferred;
  RIO_BUF data;  // no buffer: BufferId is RIO_INVALID_BUFFERID
  std::uint64_t checksum = 0;
};

struct RequestQueue {
  unsigned number;
  RIO_RQ handle;
  ULONG max_receives;
  ULONG max_sends;
  std::shared_ptr<CompletionQueue> receive;
  std::shared_ptr<CompletionQueue> send;
  PVOID context;
  std::uint64_t posts = 0;
  std::list<Request> in_flight;
  std::atomic<int> inside{0};  // threads in a call that must be alone

  [[nodiscard]] ULONG outstanding(bool sends) const;
  [[nodiscard]] ULONG uncommitted() const;
  void commit(bool sends);
};

class Ledger {
 public:
  static Ledger& instance();

  void reset(const RIO_EXTENSION_FUNCTION_TABLE& provider, MistakeHandler handler);
  [[nodiscard]] const RIO_EXTENSION_FUNCTION_TABLE& provider() const { return provider_; }
  void report(Rule rule, std::string object, std::string_view call, std::string_view what) const;

  std::mutex mutex;
  // Guarded by mutex:
  std::map<RIO_BUFFERID, Buffer> buffers;
  std::map<RIO_CQ, std::shared_ptr<CompletionQueue>> completion_queues;
  std::map<RIO_RQ, std::shared_ptr<RequestQueue>> request_queues;
  // Queues whose socket was closed and whose handle was given out again: results may still come.
  std::list<std::shared_ptr<RequestQueue>> replaced;
  unsigned small_registrations = 0;
  unsigned buffers_made = 0;
  unsigned completion_queues_made = 0;
  unsigned request_queues_made = 0;

 private:
  RIO_EXTENSION_FUNCTION_TABLE provider_{};
  MistakeHandler handler_;
};

[[nodiscard]] std::string name_of(const Buffer& buffer);
[[nodiscard]] std::string name_of(const CompletionQueue& queue);
[[nodiscard]] std::string name_of(const RequestQueue& queue);

// Marks a thread as being in a queue; tells whether another one was there already.
class Inside {
 public:
  explicit Inside(std::atomic<int>& count) : count_(count), alone_(count.fetch_add(1) == 0) {}
  ~Inside() { count_.fetch_sub(1); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  [[nodiscard]] bool alone() const { return alone_; }

 private:
  std::atomic<int>& count_;
  const bool alone_;
};

}  // namespace rio::strict
