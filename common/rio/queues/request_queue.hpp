// A request queue: one socket's posted receives and sends, and their accounts.
//
// A post is a copy into a ring. Bytes are moved by whoever drives: a dequeue that finds nothing, a
// wait, a post when nobody moved for a while, in the end the fallback driver. Requests belong to no
// thread. A request counts against its limit from the post to the dequeue of its result.
#pragma once

#include <sys/socket.h>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "completion_queue.hpp"
#include "control_messages.hpp"
#include "request_ring.hpp"
#include "socket.hpp"
#include "ticks.hpp"

namespace rio {

class RequestQueue : public win32::RegisteredQueue,
                     public std::enable_shared_from_this<RequestQueue> {
 public:
  struct Limits {
    ULONG receives;
    ULONG sends;
  };
  struct Queues {
    std::shared_ptr<CompletionQueueCore> receive;
    std::shared_ptr<CompletionQueueCore> send;
  };

  RequestQueue(win32::Socket& socket, Queues queues, ULONGLONG socket_context);
  ~RequestQueue() override;

  // 0, or what RIOCreateRequestQueue fails with. Reserves places in both completion queues.
  [[nodiscard]] long open(const Limits& limits);
  void attach();
  [[nodiscard]] long resize(const Limits& limits);

  // The caller serialises these two. 0 or WSAENOBUFS, WSAEINVAL, WSAENOTCONN.
  [[nodiscard]] long post_receive(const Request& request, const Extras* extras);
  [[nodiscard]] long post_send(const Request& request, const Extras* extras, bool deferred);
  // Any thread, at any time.
  void commit_receives();
  void commit_sends();

  // From a dequeue: moves what is there now.
  void move_now();
  [[nodiscard]] bool drained_just_now() const;
  // A result was dequeued or dropped. Was it the last of a closed queue? Then call retire().
  [[nodiscard]] bool release(bool send);
  void retire();
  void forget_registration(RIO_BUFFERID id);

  void ready(std::uint32_t events) override;
  void close() override;
  void set_handle(std::uintptr_t handle) { handle_ = handle; }
  [[nodiscard]] bool closed() const { return closed_.load(); }
  // Asks the system for local addresses from now on.
  void want_local_addresses();
  // Takes control messages along from now on.
  void want_control();
  [[nodiscard]] bool is_stream() const { return stream_; }

 private:
  struct Direction {
    std::mutex mutex;  // the mover's
    RequestRing ring;
    // Posted: written by the poster. Released: by dequeues, under the completion queue's lock.
    std::atomic<std::uint64_t> posted{0};
    std::atomic<std::uint64_t> released{0};
    std::atomic<bool> watched{false};
    [[nodiscard]] std::uint64_t outstanding() const { return posted.load() - released.load(); }
  };

  // request_queue_engine_linux.cpp; the direction's mutex is held.
  void pump_receives();
  void pump_datagram_receives();
  void pump_datagram_sends();
  void receive_batch(ULONG limit);
  [[nodiscard]] Result receive_result(ULONG index, const mmsghdr& message);
  void pump_sends();
  [[nodiscard]] ULONG sendable() const;
  // request_queue_send_linux.cpp; the direction's mutex is held.
  struct Outgoing;
  [[nodiscard]] static bool is_forgotten(const Request& request);
  [[nodiscard]] ULONG run_at(ULONG first, ULONG limit) const;
  [[nodiscard]] long add_message(Outgoing& out, ULONG first, ULONG run) const;
  [[nodiscard]] bool send_datagrams();
  [[nodiscard]] bool note_sent(const Outgoing& out, int sent);
  void complete_sends(ULONG count, LONG status);

  void complete_forgotten_receives();
  void store_local_address(const Extras& extras, const msghdr& message) const;
  [[nodiscard]] bool reports_control(const Extras* extras) const;

  // request_queue_stream_linux.cpp; the direction's mutex is held.
  [[nodiscard]] bool stream_is_connected();  // any thread
  void pump_stream_receives();
  [[nodiscard]] bool receive_from_stream();
  [[nodiscard]] bool distribute(ULONG count, std::size_t bytes);
  void complete_received(ULONG count, ULONG last_bytes);
  void end_receives(int error);
  void pump_stream_sends();
  [[nodiscard]] bool send_to_stream();
  void note_sent_bytes(ULONG count, std::size_t bytes);

  // Mutex of the direction held.
  void abort_all(Direction& direction, CompletionQueueCore& queue, bool send);

  void move_if_neglected();
  // Whether the direction's driver watches the descriptor for it.
  void listen(bool send, bool on);
  // Tells that driver of a dense stream of arrivals.
  void expect_more(bool drained);
  [[nodiscard]] Result aborted(const Request& request, bool send);

  const int fd_;
  const std::uintptr_t socket_;
  const int family_;
  const bool stream_;
  const std::weak_ptr<win32::Socket> owner_;
  const Queues queues_;
  const ULONGLONG socket_context_;
  std::uintptr_t handle_ = 0;
  Limits limits_{0, 0};

  Direction receives_;
  Direction sends_;
  unsigned posts_ = 0;  // the poster's
  std::mutex listen_mutex_;
  int listen_fd_;  // guarded by listen_mutex_; fd_, or a duplicate of it
  std::atomic<std::uint64_t> committed_sends_{0};
  std::uint64_t sent_ = 0;             // requests taken from the send ring, guarded by sends_.mutex
  bool segmentation_refused_ = false;  // guarded by sends_.mutex
  // Streams:
  std::atomic<bool> stream_connected_{false};
  std::size_t received_part_ = 0;  // in the oldest receive's slice, guarded by receives_.mutex
  int broken_ = 0;                 // what broke the stream, guarded by receives_.mutex
  std::size_t sent_part_ = 0;      // of the oldest send's slice, guarded by sends_.mutex

  std::atomic<bool> drained_{false};        // the last move emptied the socket …
  std::atomic<win32::Ticks> last_move_{0};  // … at this time
  std::atomic<bool> closed_{false};
  std::atomic<bool> retired_{false};
  std::atomic<bool> local_addresses_{false};

  // What each receive tells the kernel; guarded by receives_.mutex.
  static constexpr ULONG kBatch = 64;
  static constexpr ULONG kSegments = 64;
  static constexpr ULONG kFull = ~ULONG{0};
  std::array<mmsghdr, kBatch> messages_{};
  std::vector<std::array<char, kControlBytes>> control_;
};

// Open request queues by their handles (request_queue_handles.cpp).
[[nodiscard]] RIO_RQ open_request_queue_handle(const std::shared_ptr<RequestQueue>& queue);
[[nodiscard]] RequestQueue* find_request_queue(RIO_RQ handle);
void close_request_queue_handle(std::uintptr_t handle);
// For deregistration, which has to find the requests that use the memory.
[[nodiscard]] std::vector<std::shared_ptr<RequestQueue>> all_request_queues();

}  // namespace rio
