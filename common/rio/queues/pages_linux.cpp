#include "pages.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <mutex>

#include "buffer_table.hpp"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

namespace rio {
namespace {

constexpr std::uintptr_t kPage = 4096;

struct PageRange {
  char* start;
  std::size_t bytes;
};

PageRange pages_of(char* data, std::size_t bytes) {
  const auto start = reinterpret_cast<std::uintptr_t>(data) & ~(kPage - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(data) + bytes + kPage - 1) & ~(kPage - 1);
  return {reinterpret_cast<char*>(start), end - start};
}

void say_unlocked(std::size_t bytes) {
  rlimit limit{};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  std::fprintf(stderr,
               "note: the system refused to lock %zu KiB of registered memory (limit %llu KiB, see "
               "'ulimit -l'); RIO works without the lock\n",
               bytes / 1024, static_cast<unsigned long long>(limit.rlim_cur) / 1024);
}

}  // namespace

bool make_present(char* data, std::size_t bytes) {
  const PageRange pages = pages_of(data, bytes);
  if (data == nullptr || pages.bytes < bytes) return false;
  if (madvise(pages.start, pages.bytes, MADV_POPULATE_WRITE) == 0) return true;
  // Kernels before 5.14 do not know the advice; there a wrong address is found at the first use.
  return errno == EINVAL && msync(pages.start, pages.bytes, MS_ASYNC) == 0;
}

bool lock_in_memory(char* data, std::size_t bytes) {
  static std::once_flag once;
  const PageRange pages = pages_of(data, bytes);
  if (mlock(pages.start, pages.bytes) == 0) return true;
  std::call_once(once, say_unlocked, bytes);
  return false;
}

void unlock_memory(char* data, std::size_t bytes) {
  const PageRange pages = pages_of(data, bytes);
  munlock(pages.start, pages.bytes);
}

bool page_ranges_touch(const Registration& one, const Registration& other) {
  const PageRange a = pages_of(one.data, one.bytes);
  const PageRange b = pages_of(other.data, other.bytes);
  return a.start < b.start + b.bytes && b.start < a.start + a.bytes;
}

}  // namespace rio
