#include "kernel_entries.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <memory>
#include <mutex>
#include <vector>

#include "workshop/kernel_entries.h"

namespace win32 {
namespace {

struct Blocks {
  std::mutex mutex;
  std::vector<std::unique_ptr<ThreadEntries>> all;
  std::vector<ThreadEntries*> idle;
};

// Never destroyed: threads may still count while static objects die.
Blocks& blocks() {
  static auto* const instance = new Blocks;
  return *instance;
}

struct ReturnAtThreadExit {
  ThreadEntries* block = nullptr;
  ~ReturnAtThreadExit() {
    const std::lock_guard lock(blocks().mutex);
    blocks().idle.push_back(block);
    t_entries = nullptr;
  }
};

ThreadEntries* take_block() {
  const std::lock_guard lock(blocks().mutex);
  if (!blocks().idle.empty()) {
    ThreadEntries* const block = blocks().idle.back();
    blocks().idle.pop_back();
    return block;
  }
  blocks().all.push_back(std::make_unique<ThreadEntries>());
  return blocks().all.back().get();
}

}  // namespace

ThreadEntries* adopt_thread_entries() {
  thread_local ReturnAtThreadExit guard;
  guard.block = take_block();
  return guard.block;
}

void empty_system_call() {
  count_kernel_entry();
  syscall(SYS_getppid);
}

}  // namespace win32

VOID WorkshopKernelEntries(WORKSHOP_KERNEL_ENTRIES* total) {
  *total = {};
  auto& all = win32::blocks();
  const std::lock_guard lock(all.mutex);
  for (const auto& block : all.all) {
    // Relaxed: a snapshot of running counters needs no order between them.
    total->actual += block->actual.load(std::memory_order_relaxed);
    total->as_windows += block->as_windows.load(std::memory_order_relaxed);
    total->possible += block->possible.load(std::memory_order_relaxed);
  }
}

VOID WorkshopKernelEntriesAsWindows(BOOL on) {
  // Relaxed: set before the traffic starts; a call that misses it is one uncounted entry.
  win32::g_enter_as_windows.store(on != FALSE, std::memory_order_relaxed);
}
