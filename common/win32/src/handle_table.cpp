#include "handle_table.hpp"

#include <array>
#include <atomic>
#include <deque>
#include <mutex>

namespace win32 {

// state: generation (9 bits) << 40 | phase << 32 | uses
struct HandleSlot {
  std::atomic<std::uint64_t> state{0};
  std::shared_ptr<Object> object;
  std::uint32_t index = 0;
};

namespace {

enum Phase : std::uint64_t { kFree = 0, kOpen = 1, kClosing = 2 };

constexpr std::uint32_t kIndexBits = 20;
constexpr std::uint32_t kGenerations = 1U << 9;
constexpr std::uint32_t kChunkSlots = 1024;
constexpr std::uint32_t kChunks = (1U << kIndexBits) / kChunkSlots;
// Slots wait in a queue before they are used again, so that a stale handle stays stale longer.
constexpr std::size_t kIdleBeforeReuse = 64;

using Chunk = std::array<HandleSlot, kChunkSlots>;

struct Storage {
  std::array<std::atomic<Chunk*>, kChunks> chunks{};
  std::mutex mutex;
  std::deque<HandleSlot*> idle;  // guarded by mutex
  std::uint32_t next_index = 1;  // guarded by mutex; index 0 would make handle 0 possible
};

Storage& storage() {
  static auto* const instance = new Storage;  // handles may be used while static objects die
  return *instance;
}

constexpr std::uint64_t make_state(std::uint64_t generation, Phase phase, std::uint64_t uses) {
  return generation << 40 | static_cast<std::uint64_t>(phase) << 32 | uses;
}
constexpr std::uint64_t generation_of(std::uint64_t state) {
  return state >> 40;
}
constexpr Phase phase_of(std::uint64_t state) {
  return static_cast<Phase>(state >> 32 & 0xff);
}
constexpr std::uint64_t uses_of(std::uint64_t state) {
  return state & 0xffffffff;
}

constexpr std::uint32_t index_of(std::uintptr_t handle) {
  return static_cast<std::uint32_t>(handle >> 2) & ((1U << kIndexBits) - 1);
}

bool names(std::uintptr_t handle, std::uint64_t state) {
  return phase_of(state) == kOpen && handle >> (2 + kIndexBits) == generation_of(state);
}

HandleSlot* slot_at(std::uintptr_t handle) {
  const std::uint32_t index = index_of(handle);
  // Acquire: pairs with the release in new_slot(), so that the chunk's slots are seen built.
  Chunk* const chunk = storage().chunks[index / kChunkSlots].load(std::memory_order_acquire);
  return chunk == nullptr ? nullptr : &(*chunk)[index % kChunkSlots];
}

HandleSlot* new_slot(Storage& table) {
  if (table.next_index >= kChunks * kChunkSlots) return nullptr;
  const std::uint32_t index = table.next_index++;
  auto& place = table.chunks[index / kChunkSlots];
  // Relaxed: only the holder of the mutex writes chunks.
  Chunk* chunk = place.load(std::memory_order_relaxed);
  if (chunk == nullptr) {
    chunk = new Chunk;
    // Release: see slot_at().
    place.store(chunk, std::memory_order_release);
  }
  HandleSlot* const slot = &(*chunk)[index % kChunkSlots];
  slot->index = index;
  return slot;
}

HandleSlot* take_slot() {
  Storage& table = storage();
  const std::lock_guard lock(table.mutex);
  const bool full = table.next_index >= kChunks * kChunkSlots;
  if (table.idle.size() > kIdleBeforeReuse || (full && !table.idle.empty())) {
    HandleSlot* const slot = table.idle.front();
    table.idle.pop_front();
    return slot;
  }
  return new_slot(table);
}

}  // namespace

HandleTable& HandleTable::instance() {
  static HandleTable table;
  return table;
}

Object* HandleTable::object(HandleSlot* slot) {
  return slot->object.get();
}

std::uintptr_t HandleTable::insert(std::shared_ptr<Object> object) {
  Object& counted = *object;
  const std::uintptr_t handle = insert_internal(std::move(object));
  if (handle != 0) counted.handles.fetch_add(1);
  return handle;
}

std::uintptr_t HandleTable::insert_internal(std::shared_ptr<Object> object) {
  HandleSlot* const slot = take_slot();
  if (slot == nullptr) return 0;
  slot->object = std::move(object);
  // A late acquire() of a stale handle may add and take a use at any time: hence the loop.
  std::uint64_t state = slot->state.load();
  while (!slot->state.compare_exchange_weak(
      state, make_state(generation_of(state), kOpen, uses_of(state) + 1))) {
  }
  return static_cast<std::uintptr_t>(generation_of(state)) << (2 + kIndexBits) |
         static_cast<std::uintptr_t>(slot->index) << 2;
}

HandleSlot* HandleTable::acquire(std::uintptr_t handle) {
  handle &= ~std::uintptr_t{3};
  if (handle >> (2 + kIndexBits) >= kGenerations) return nullptr;
  HandleSlot* const slot = slot_at(handle);
  if (slot == nullptr) return nullptr;
  // Acquire: the object was stored before the slot was opened.
  const std::uint64_t state = slot->state.fetch_add(1, std::memory_order_acquire);
  if (names(handle, state)) return slot;
  release(slot);
  return nullptr;
}

void HandleTable::release(HandleSlot* slot) {
  // Acquire and release: the last user sees what the others did with the object.
  const std::uint64_t before = slot->state.fetch_sub(1, std::memory_order_acq_rel);
  if (uses_of(before) == 1 && phase_of(before) == kClosing) finish(slot);
}

bool HandleTable::mark_closing(HandleSlot* slot, std::uint64_t& state) {
  state = slot->state.load();
  do {
    if (phase_of(state) != kOpen) return false;
  } while (!slot->state.compare_exchange_weak(
      state, make_state(generation_of(state), kClosing, uses_of(state))));
  return true;
}

bool HandleTable::close(std::uintptr_t handle) {
  HandleSlot* const slot = acquire(handle);
  if (slot == nullptr) return false;
  std::uint64_t state = 0;
  if (!mark_closing(slot, state)) {
    release(slot);
    return false;
  }
  // Ours and the table's use are always there.
  if (slot->object->handles.fetch_sub(1) == 1) slot->object->on_close(uses_of(state) > 2);
  release(slot);
  release(slot);
  return true;
}

void HandleTable::remove_internal(std::uintptr_t handle) {
  HandleSlot* const slot = acquire(handle);
  if (slot == nullptr) return;
  std::uint64_t state = 0;
  if (mark_closing(slot, state)) release(slot);
  release(slot);
}

void HandleTable::finish(HandleSlot* slot) {
  std::uint64_t state = slot->state.load();
  // Only one of several last users may end the stay; late acquire()s may still come and go.
  do {
    if (phase_of(state) != kClosing || uses_of(state) != 0) return;
  } while (!slot->state.compare_exchange_weak(
      state, make_state((generation_of(state) + 1) % kGenerations, kFree, 0)));
  std::shared_ptr<Object> last = std::move(slot->object);
  {
    Storage& table = storage();
    const std::lock_guard lock(table.mutex);
    table.idle.push_back(slot);
  }
  // Destroyed here, outside every lock: a socket closes its descriptor.
}

}  // namespace win32
