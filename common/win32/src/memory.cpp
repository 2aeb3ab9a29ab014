// VirtualAlloc and its family.

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <unordered_map>

#include "last_error.hpp"
#include "win32/kernel.h"

using namespace win32;

namespace {

constexpr SIZE_T kGranularityBytes = 64 * 1024;  // Windows' allocation granularity
constexpr SIZE_T kHugeBytes = 2 * 1024 * 1024;   // what Linux may use for a large area by itself
constexpr DWORD kKnownTypes = MEM_COMMIT | MEM_RESERVE | MEM_LARGE_PAGES;
constexpr int kPreferNode = 1;  // MPOL_PREFERRED

// VirtualFree is not told the size.
struct Regions {
  std::mutex mutex;
  std::unordered_map<void*, SIZE_T> bytes;  // guarded by mutex
};

Regions& regions() {
  static auto* const instance = new Regions;
  return *instance;
}

SIZE_T huge_page_bytes() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    SIZE_T kibibytes = 0;
    if (word == "Hugepagesize:" && file >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

bool node_exists(DWORD node) {
  return std::filesystem::exists("/sys/devices/system/node/node" + std::to_string(node));
}

void prefer_node(void* memory, SIZE_T bytes, DWORD node) {
  unsigned long mask = 1UL << (node % 64);
  // A refusal (containers deny the call) leaves the pages wherever the kernel puts them.
  (void)syscall(SYS_mbind, memory, bytes, kPreferNode, &mask, 64UL, 0U);
}

// mmap aligns to pages; programs may rely on Windows' 64 KiB. Large areas are laid out and marked
// so that the kernel can use huge pages where it has them: a slab that is walked from end to end
// otherwise misses the address cache with every fourth slice.
void* map_aligned(SIZE_T bytes, int protection) {
  const SIZE_T alignment = bytes >= kHugeBytes ? kHugeBytes : kGranularityBytes;
  const SIZE_T more = bytes + alignment;
  void* const raw = mmap(nullptr, more, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED) return raw;
  const auto start = reinterpret_cast<std::uintptr_t>(raw);
  const auto aligned = (start + alignment - 1) & ~(alignment - 1);
  const auto end = aligned + ((bytes + 4095) & ~SIZE_T{4095});
  if (aligned > start) munmap(raw, aligned - start);
  if (start + more > end) munmap(reinterpret_cast<void*>(end), start + more - end);
  auto* const memory = reinterpret_cast<void*>(aligned);
  if (bytes >= kHugeBytes) (void)madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void* map_large(SIZE_T bytes, int protection) {
  return mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
}

LPVOID allocate(SIZE_T bytes, DWORD type, DWORD protection) {
  const bool large = (type & MEM_LARGE_PAGES) != 0;
  const bool kinds = (type & ~kKnownTypes) == 0 && (type & MEM_COMMIT) != 0;
  if (bytes == 0 || !kinds || (protection != PAGE_READWRITE && protection != PAGE_READONLY)) {
    return failed(LPVOID{}, ERROR_INVALID_PARAMETER);
  }
  const SIZE_T page = large ? GetLargePageMinimum() : 1;
  if (page == 0 || bytes % page != 0) return failed(LPVOID{}, ERROR_INVALID_PARAMETER);
  const int access = protection == PAGE_READWRITE ? PROT_READ | PROT_WRITE : PROT_READ;
  void* const memory = large ? map_large(bytes, access) : map_aligned(bytes, access);
  if (memory == MAP_FAILED) {
    return failed(LPVOID{}, large ? ERROR_NO_SYSTEM_RESOURCES : ERROR_NOT_ENOUGH_MEMORY);
  }
  const std::lock_guard lock(regions().mutex);
  regions().bytes[memory] = bytes;
  return memory;
}

}  // namespace

LPVOID VirtualAlloc(LPVOID address, SIZE_T bytes, DWORD type, DWORD protection) {
  return VirtualAllocEx(GetCurrentProcess(), address, bytes, type, protection);
}

LPVOID VirtualAllocEx(HANDLE process, LPVOID address, SIZE_T bytes, DWORD type, DWORD protection) {
  return VirtualAllocExNuma(process, address, bytes, type, protection, NUMA_NO_PREFERRED_NODE);
}

LPVOID VirtualAllocExNuma(HANDLE process, LPVOID address, SIZE_T bytes, DWORD type,
                          DWORD protection, DWORD preferred_node) {
  if (process != GetCurrentProcess()) return failed(LPVOID{}, ERROR_INVALID_HANDLE);
  // Placing memory at a wished address is not offered.
  if (address != nullptr) return failed(LPVOID{}, ERROR_INVALID_ADDRESS);
  const bool wants_node = preferred_node != NUMA_NO_PREFERRED_NODE;
  if (wants_node && !node_exists(preferred_node)) {
    return failed(LPVOID{}, ERROR_INVALID_PARAMETER);
  }
  const LPVOID memory = allocate(bytes, type, protection);
  if (memory != nullptr && wants_node) prefer_node(memory, bytes, preferred_node);
  return memory;
}

BOOL VirtualFree(LPVOID address, SIZE_T bytes, DWORD type) {
  if (type != MEM_RELEASE || bytes != 0) return failed(FALSE, ERROR_INVALID_PARAMETER);
  const std::lock_guard lock(regions().mutex);
  const auto region = regions().bytes.find(address);
  if (region == regions().bytes.end()) return failed(FALSE, ERROR_INVALID_ADDRESS);
  munmap(address, (region->second + 4095) & ~SIZE_T{4095});
  regions().bytes.erase(region);
  return TRUE;
}

SIZE_T GetLargePageMinimum() {
  static const SIZE_T bytes = huge_page_bytes();
  return bytes;
}

BOOL GetNumaHighestNodeNumber(PULONG highest_node) {
  if (highest_node == nullptr) return failed(FALSE, ERROR_INVALID_PARAMETER);
  *highest_node = 0;
  while (node_exists(*highest_node + 1))
    ++*highest_node;
  return TRUE;
}
