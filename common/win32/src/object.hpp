// What a handle can refer to.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace win32 {

enum class Kind : std::uint8_t { event, thread, port, socket, mutex, semaphore, file };

class Object : public std::enable_shared_from_this<Object> {
 public:
  explicit Object(Kind kind) : kind_(kind) {}
  virtual ~Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  [[nodiscard]] Kind kind() const { return kind_; }

  // Open handles to this object. The last close is the one that counts.
  std::atomic<int> handles{0};

  // The last handle was closed; calls on it may still be in progress in other threads.
  // `busy`: is there such a call?
  virtual void on_close(bool busy) { (void)busy; }
  // A second handle to this object is about to be made.
  virtual void prepare_to_be_shared() {}
  static bool is_kind(Kind) { return true; }

 private:
  const Kind kind_;
};

}  // namespace win32
