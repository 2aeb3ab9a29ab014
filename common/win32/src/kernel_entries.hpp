// Kernel entries: what the layer really enters, and what the same calls enter on Windows.
//
// Each thread counts for itself, without locks; totals are read by whoever asks. A thread's block
// outlives it and is handed to the next thread, so nothing is lost and nothing grows without end.
#pragma once

#include <atomic>
#include <cstdint>

namespace win32 {

struct ThreadEntries {
  std::atomic<std::uint64_t> actual{0};
  std::atomic<std::uint64_t> as_windows{0};
  std::atomic<std::uint64_t> possible{0};
};

ThreadEntries* adopt_thread_entries();

inline thread_local ThreadEntries* t_entries = nullptr;
inline std::atomic<bool> g_enter_as_windows{false};

[[nodiscard]] inline ThreadEntries& thread_entries() {
  if (t_entries == nullptr) t_entries = adopt_thread_entries();
  return *t_entries;
}

// Relaxed: one writer per block, and readers want a count, not an order.
inline void add_one(std::atomic<std::uint64_t>& counter) {
  counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

inline void count_kernel_entry() {
  add_one(thread_entries().actual);
}
inline void count_possible_entry() {
  add_one(thread_entries().possible);
}

void empty_system_call();

// Stands at the top of each call that enters the kernel on Windows.
class WindowsEntry {
 public:
  WindowsEntry() : entries_(thread_entries()), before_(actual()) { add_one(entries_.as_windows); }
  ~WindowsEntry() {
    // Relaxed: a switch that is set before the traffic starts.
    if (g_enter_as_windows.load(std::memory_order_relaxed) && actual() == before_) {
      empty_system_call();
    }
  }
  WindowsEntry(const WindowsEntry&) = delete;
  WindowsEntry& operator=(const WindowsEntry&) = delete;

 private:
  // Relaxed: this thread is the only writer.
  [[nodiscard]] std::uint64_t actual() const {
    return entries_.actual.load(std::memory_order_relaxed);
  }

  ThreadEntries& entries_;
  std::uint64_t before_;
};

}  // namespace win32
