// Handles: numbers that are checked, not pointers that are trusted.
//
// A handle is index and generation, shifted by two bits: the low bits are free, as on Windows,
// where bit 0 of OVERLAPPED::hEvent has a meaning. Sockets are handles too. Looking up takes a use
// of the slot; closing marks the slot and the last use, whoever has it, ends the object's stay in
// the table. So a handle closed by another thread in the middle of a call stays valid for that
// call and for no other. Values stay below 2^31: programs keep them in an int.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "object.hpp"
#include "win32/types.h"

namespace win32 {

struct HandleSlot;

// A use of an object, for the length of one call.
template <typename T>
class Use;

class HandleTable {
 public:
  static HandleTable& instance();

  // 0 when the table is full.
  [[nodiscard]] std::uintptr_t insert(std::shared_ptr<Object> object);
  // A number that stands for the object inside the layer, and does not keep it open.
  [[nodiscard]] std::uintptr_t insert_internal(std::shared_ptr<Object> object);
  void remove_internal(std::uintptr_t handle);
  // nullptr when this is no open handle.
  [[nodiscard]] HandleSlot* acquire(std::uintptr_t handle);
  void release(HandleSlot* slot);
  // false when this was no open handle.
  [[nodiscard]] bool close(std::uintptr_t handle);

  [[nodiscard]] static Object* object(HandleSlot* slot);

 private:
  HandleTable() = default;
  void finish(HandleSlot* slot);
  // false: it was no open handle. Otherwise the slot is marked, and still in use.
  [[nodiscard]] bool mark_closing(HandleSlot* slot, std::uint64_t& state);
};

template <typename T>
class Use {
 public:
  Use() = default;
  explicit Use(std::uintptr_t handle) {
    if (handle <= kTagBits) return;  // no handle: the usual OVERLAPPED::hEvent
    HandleSlot* const slot = HandleTable::instance().acquire(handle);
    if (slot == nullptr) return;
    Object* const object = HandleTable::object(slot);
    if (T::is_kind(object->kind())) {
      slot_ = slot;
      object_ = static_cast<T*>(object);
    } else {
      HandleTable::instance().release(slot);
    }
  }
  explicit Use(HANDLE handle) : Use(reinterpret_cast<std::uintptr_t>(handle)) {}
  ~Use() {
    if (slot_ != nullptr) HandleTable::instance().release(slot_);
  }
  Use(Use&& other) noexcept
      : slot_(std::exchange(other.slot_, nullptr)),
        object_(std::exchange(other.object_, nullptr)) {}
  Use& operator=(Use&& other) noexcept {
    std::swap(slot_, other.slot_);
    std::swap(object_, other.object_);
    return *this;
  }

  explicit operator bool() const { return object_ != nullptr; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  [[nodiscard]] T* get() const { return object_; }
  [[nodiscard]] std::shared_ptr<T> share() const {
    return std::static_pointer_cast<T>(object_->shared_from_this());
  }

 private:
  static constexpr std::uintptr_t kTagBits = 3;

  HandleSlot* slot_ = nullptr;
  T* object_ = nullptr;
};

}  // namespace win32
