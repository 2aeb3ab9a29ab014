// Opaque RIO handles: index and generation, checked at each use, never a pointer.
//
// Looking up takes no lock and no use count: RIO leaves it to the caller not to close what another
// thread is using. A stale handle is found out by its generation.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace rio {

template <typename Object>
class Registry {
 public:
  // 0 when full.
  [[nodiscard]] std::uintptr_t insert(std::shared_ptr<Object> object) {
    const std::lock_guard lock(mutex_);
    const std::uint32_t index = take_index();
    if (index == kCapacity) return 0;
    Slot& slot = slot_at(index);
    slot.owner = std::move(object);
    const std::uintptr_t handle = make_handle(index, slot.generation);
    // Release: find() must see the object built.
    slot.object.store(slot.owner.get(), std::memory_order_relaxed);
    slot.handle.store(handle, std::memory_order_release);
    return handle;
  }

  [[nodiscard]] Object* find(std::uintptr_t handle) const {
    const std::uintptr_t index = (handle >> kShift) % kCapacity;
    // Acquire: see insert().
    const Chunk* const chunk = chunks_[index / kChunk].load(std::memory_order_acquire);
    if (chunk == nullptr || handle == 0) return nullptr;
    const Slot& slot = (*chunk)[index % kChunk];
    if (slot.handle.load(std::memory_order_acquire) != handle) return nullptr;
    // Relaxed: ordered by the load of the handle.
    return slot.object.load(std::memory_order_relaxed);
  }

  // As find(), and keeps the object.
  [[nodiscard]] std::shared_ptr<Object> share(std::uintptr_t handle) {
    const std::lock_guard lock(mutex_);
    if (find(handle) == nullptr) return nullptr;
    return slot_at(static_cast<std::uint32_t>((handle >> kShift) % kCapacity)).owner;
  }

  // The object, which lives on as long as the caller wants; nullptr for a stale handle.
  std::shared_ptr<Object> remove(std::uintptr_t handle) {
    const std::lock_guard lock(mutex_);
    if (find(handle) == nullptr) return nullptr;
    const auto index = static_cast<std::uint32_t>((handle >> kShift) % kCapacity);
    Slot& slot = slot_at(index);
    slot.handle.store(0);
    slot.object.store(nullptr);
    ++slot.generation;
    idle_.push_back(index);
    return std::move(slot.owner);
  }

  [[nodiscard]] std::vector<std::shared_ptr<Object>> all() {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Object>> objects;
    for (std::uint32_t index = 0; index < next_; ++index) {
      if (slot_at(index).owner) objects.push_back(slot_at(index).owner);
    }
    return objects;
  }

 private:
  struct Slot {
    std::atomic<std::uintptr_t> handle{0};
    std::atomic<Object*> object{nullptr};
    std::shared_ptr<Object> owner;
    std::uint32_t generation = 1;
  };
  static constexpr std::uint32_t kChunk = 1024;
  static constexpr std::uint32_t kCapacity = 1U << 20;
  static constexpr unsigned kShift = 4;  // looks like the address of something
  using Chunk = std::array<Slot, kChunk>;

  // The generation keeps clear of 0xFFFFFFFF, which RIO uses for "no buffer".
  static std::uintptr_t make_handle(std::uint32_t index, std::uint32_t generation) {
    return (static_cast<std::uintptr_t>(generation) * kCapacity + index) << kShift;
  }

  // mutex_ held.
  Slot& slot_at(std::uint32_t index) {
    auto& chunk = chunks_[index / kChunk];
    // Relaxed: only holders of the mutex write.
    if (chunk.load(std::memory_order_relaxed) == nullptr) {
      storage_.push_back(std::make_unique<Chunk>());
      chunk.store(storage_.back().get(), std::memory_order_release);  // see find()
    }
    return (*chunk.load(std::memory_order_relaxed))[index % kChunk];
  }

  std::uint32_t take_index() {
    if (idle_.empty()) return next_ == kCapacity ? kCapacity : next_++;
    const std::uint32_t index = idle_.back();
    idle_.pop_back();
    return index;
  }

  std::array<std::atomic<Chunk*>, kCapacity / kChunk> chunks_{};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Chunk>> storage_;  // guarded by mutex_
  std::vector<std::uint32_t> idle_;              // guarded by mutex_
  std::uint32_t next_ = 0;                       // guarded by mutex_
};

}  // namespace rio
