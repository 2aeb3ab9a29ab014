// A socket: a descriptor, its pending overlapped operations, and where their results go.
//
// Overlapped operations wait in user space, in the order in which they were started, one queue per
// direction. Whoever drives moves the bytes: one recvmmsg straight into the buffers of the oldest
// operations. That gives order, cancellation and independence of the posting thread for nothing.
// The descriptor itself stays in the mode the program asked for; the layer's own calls never block.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "completions.hpp"
#include "driver.hpp"
#include "mutex.hpp"
#include "operation.hpp"
#include "port.hpp"
#include "ring.hpp"
#include "ticks.hpp"
#include "waitable.hpp"

namespace win32 {

class Event;
class NetworkEvents;

// What a RIO request queue looks like to its socket.
class RegisteredQueue {
 public:
  virtual ~RegisteredQueue() = default;
  // Bytes can be moved.
  virtual void ready(std::uint32_t events) = 0;
  // The socket is being closed: end everything outstanding.
  virtual void close() = 0;
};

// What became of a call that was started.
struct Started {
  enum class How : std::uint8_t { done, pending, failed };
  How how;
  DWORD bytes;
  DWORD error;  // Winsock
};

class Socket : public Waitable {
 public:
  struct Traits {
    int family;
    int type;
    bool overlapped;
    bool registered_io;
  };

  Socket(int fd, const Traits& traits);
  ~Socket() override;
  static bool is_kind(Kind kind) { return kind == Kind::socket; }

  void on_close(bool busy) override;
  void prepare_to_be_shared() override;
  void set_handle(std::uintptr_t handle) { handle_ = handle; }
  [[nodiscard]] std::uintptr_t handle() const { return handle_; }
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] const Traits& traits() const { return traits_; }
  [[nodiscard]] bool datagram() const { return traits_.type == SOCK_DGRAM; }
  [[nodiscard]] bool closing() const { return closing_.load(); }

  // The program's own view of the socket.
  std::atomic<bool> nonblocking{false};
  std::atomic<bool> bound{false};
  std::atomic<bool> report_port_unreachable{true};  // SIO_UDP_CONNRESET
  // Streams:
  std::atomic<bool> listening{false};
  std::atomic<bool> connected{false};
  std::atomic<bool> connecting{false};  // by a non-blocking connect; see is_connected()
  std::atomic<bool> was_reset{false};
  std::atomic<bool> shut_receive{false};
  std::atomic<bool> shut_send{false};
  // Connected by AcceptEx or ConnectEx, and SO_UPDATE_…_CONTEXT is still to come.
  std::atomic<bool> needs_context{false};
  // Disconnected for reuse: as good as fresh.
  std::atomic<bool> reusable{false};
  // SO_CONNECT_TIME; nothing while not connected.
  [[nodiscard]] std::optional<std::chrono::seconds> connected_for() const;
  void note_connected();
  // Asks the kernel about a connection that was still being made.
  [[nodiscard]] bool is_connected();
  [[nodiscard]] bool connect_is_pending();

  // Plain calls; they block unless the program or `wait` says otherwise. Both return bytes or
  // -errno; the port-unreachable rules of Winsock are applied already.
  [[nodiscard]] ssize_t receive(msghdr& message, int flags, bool wait);
  [[nodiscard]] ssize_t send(const msghdr& message, int flags, bool wait);

  [[nodiscard]] bool attach(const std::shared_ptr<Port>& port, ULONG_PTR key);
  [[nodiscard]] bool attached();
  void set_notification_modes(unsigned flags);

  [[nodiscard]] Started start_receive(Operation&& operation);
  [[nodiscard]] Started start_send(Operation&& operation);
  // socket_connection.cpp
  [[nodiscard]] Started start_accept(Operation&& operation);
  [[nodiscard]] Started start_connect(Operation&& operation, const sockaddr* to, socklen_t bytes);
  [[nodiscard]] Started disconnect(OVERLAPPED* overlapped, bool reuse);
  [[nodiscard]] Started start_transmit(Operation&& operation);
  // Keeps the rest of a non-blocking send, to be sent in the background. false: no memory for it.
  [[nodiscard]] bool keep_rest(const Buffers& buffers);
  // Is such a rest still there? Then the next send would have to wait.
  [[nodiscard]] bool has_rest();

  // WSAEventSelect: reports readiness to an event; nullptr or no events end it.
  void select_events(const std::shared_ptr<Event>& event, long events);
  [[nodiscard]] NetworkEvents* network_events() const { return network_events_.load(); }
  // Operations on `overlapped` (nullptr: all) of `thread` (0: of all). Was there any?
  [[nodiscard]] bool cancel(const OVERLAPPED* overlapped, DWORD thread);
  // Blocking calls whose thread has calls pending, or may get some, wait like this. Was it ready?
  [[nodiscard]] bool wait_alertably(short events) const;
  // The driver found the descriptor ready.
  void ready(std::uint32_t events);
  // Moves what can be moved, for a caller that polls.
  void move_now();

  // false: there is one already.
  [[nodiscard]] bool adopt(std::shared_ptr<RegisteredQueue> queue);

 private:
  // socket_receive.cpp, socket_send.cpp; all: mutex held.
  void pump_receives();
  [[nodiscard]] ssize_t receive_operation(Operation& operation, msghdr& message);
  [[nodiscard]] int send_operation(Operation& operation);
  [[nodiscard]] int send_buffers(Operation& operation);
  void end_sending(bool reuse);
  // socket_connection.cpp
  [[nodiscard]] bool accept_one(Completions& done);
  [[nodiscard]] int finish_connect(Operation& operation);
  void take_over(int fd);
  void make_fresh();
  void await_first_data(Operation operation, std::shared_ptr<Port> port, ULONG_PTR key);
  [[nodiscard]] bool receive_one(Completions& done);
  [[nodiscard]] bool receive_batch(Completions& done);
  [[nodiscard]] bool worth_trying_at_once() const;
  void pump_sends();

  // socket.cpp; all: mutex held.
  void begin(Operation& operation);
  Started pend(Ring<Operation>& queue, Operation&& operation);
  Started done_at_once(const Operation& operation, NTSTATUS status, std::size_t bytes);
  void finish(Completions& done, const Operation& operation, NTSTATUS status, std::size_t bytes,
              bool at_once);
  struct Cancellation {
    const OVERLAPPED* overlapped;  // nullptr: all
    DWORD thread;                  // 0: of all
    NTSTATUS status;
  };
  [[nodiscard]] bool cancel_matching(Ring<Operation>& queue, const Cancellation& which,
                                     Completions& done);
  [[nodiscard]] Driver* driver();
  void watch_outstanding();
  void unwatch();

  void send_rest_in_background();

  const int fd_;
  const Traits traits_;
  std::uintptr_t handle_ = 0;
  std::uintptr_t internal_handle_ = 0;  // once there are several handles
  std::atomic<bool> closing_{false};
  std::atomic<bool> port_unreachable_{false};                    // met by a send, owed to a receive
  std::atomic<std::chrono::steady_clock::rep> connected_at_{0};  // 0: not connected

  Mutex mutex_;
  // Guarded by mutex_:
  Ring<Operation> receives_;
  Ring<Operation> sends_;
  std::shared_ptr<Port> port_;
  ULONG_PTR key_ = 0;
  unsigned notification_modes_ = 0;
  std::shared_ptr<Driver> driver_;
  std::uint32_t watched_ = 0;
  bool drained_ = false;  // the last move emptied the descriptor …
  Ticks last_pump_ = 0;   // … at this time
  bool dense_ = false;    // datagrams come faster than they are taken one by one
  std::shared_ptr<RegisteredQueue> registered_queue_;

  std::atomic<NetworkEvents*> network_events_{nullptr};  // made once, freed with the socket
};

}  // namespace win32
