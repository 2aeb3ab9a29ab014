// Objects that can be waited for, and the wait itself.
//
// One process-wide dispatcher mutex guards the state of all of them: a wait for several objects
// consumes either nothing or exactly what it reports, and an auto-reset event releases exactly one
// waiter. Setting an event hands the signal to a waiter directly; the waiter finds its outcome
// already decided. While a thread waits it leads the drivers behind its objects (see driver.hpp).
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "deadline.hpp"
#include "driver.hpp"
#include "object.hpp"

namespace win32 {

struct WaitRequest;
class ApcQueue;

[[nodiscard]] std::mutex& dispatcher_mutex();

class Waitable : public Object {
 public:
  using Object::Object;
  static bool is_kind(Kind kind) { return kind != Kind::port; }

  // All of these: dispatcher mutex held.
  [[nodiscard]] bool signalled() const { return signalled_; }
  virtual void consume() {}
  // A mutex may be taken again by the thread that has it.
  [[nodiscard]] virtual bool grants(DWORD thread) const {
    (void)thread;
    return signalled_;
  }
  virtual void granted(DWORD thread) {
    (void)thread;
    consume();
  }
  void set();
  void clear() { signalled_ = false; }
  void add_source(const std::shared_ptr<Driver>& driver);
  void collect_sources(std::vector<std::shared_ptr<Driver>>& into) const;
  void enlist(WaitRequest& request) { waiters_.push_back(&request); }
  void delist(WaitRequest& request) { std::erase(waiters_, &request); }

 protected:
  bool signalled_ = false;  // guarded by the dispatcher mutex

 private:
  std::vector<WaitRequest*> waiters_;           // guarded by the dispatcher mutex
  std::vector<std::weak_ptr<Driver>> sources_;  // guarded by the dispatcher mutex
};

// What wait_for() says when the wait ended because calls are pending.
inline constexpr std::size_t kAlerted = static_cast<std::size_t>(-1);

// Waits for one (all = false) or all objects. Index of the object, or nullopt on time-out. With
// `alert`, pending calls of that queue end the wait too, unless the objects satisfy it already.
[[nodiscard]] std::optional<std::size_t> wait_for(std::span<Waitable* const> objects, bool all,
                                                  const Deadline& deadline,
                                                  ApcQueue* alert = nullptr);

}  // namespace win32
