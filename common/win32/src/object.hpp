// What a handle can refer to.
#pragma once

#include <cstdint>
#include <memory>

namespace win32 {

enum class Kind : std::uint8_t { event, thread, port, socket };

class Object : public std::enable_shared_from_this<Object> {
 public:
  explicit Object(Kind kind) : kind_(kind) {}
  virtual ~Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  [[nodiscard]] Kind kind() const { return kind_; }

  // The handle was closed; calls on it may still be in progress in other threads.
  // `busy`: is there such a call?
  virtual void on_close(bool busy) { (void)busy; }

 private:
  const Kind kind_;
};

}  // namespace win32
