#include "harness/slab.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "harness/error.hpp"
#include "harness/number.hpp"
#include "harness/server_socket.hpp"

namespace harness {
namespace {

constexpr DWORD kCommitted = MEM_RESERVE | MEM_COMMIT;

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (std::max<std::size_t>(bytes, 1) + unit - 1) / unit * unit;
}

std::size_t allocation_granularity() {
  SYSTEM_INFO information{};
  GetSystemInfo(&information);
  return information.dwAllocationGranularity;
}

std::size_t unit_of(const Options& options) {
  const std::size_t large = options.large_pages ? GetLargePageMinimum() : 0;
  return std::max(large, allocation_granularity());
}

char* allocate(std::size_t bytes, DWORD type, DWORD node) {
  void* const memory =
      node == NUMA_NO_PREFERRED_NODE
          ? VirtualAlloc(nullptr, bytes, type, PAGE_READWRITE)
          : VirtualAllocExNuma(GetCurrentProcess(), nullptr, bytes, type, PAGE_READWRITE, node);
  return static_cast<char*>(memory);
}

void say_refused(const std::string& wish, DWORD code, const char* instead) {
  fmt::print(stderr, "{} refused: {} ({}); going on with {}\n", wish, code, rio::error_text(code),
             instead);
}

// Each wish that the system refuses is said and dropped, until ordinary memory is left.
char* allocate_as_wished(std::size_t bytes, const Options& options) {
  DWORD node = options.numa_node.value_or(NUMA_NO_PREFERRED_NODE);
  if (options.large_pages) {
    if (char* memory = allocate(bytes, kCommitted | MEM_LARGE_PAGES, node)) return memory;
    say_refused("large pages", GetLastError(), "ordinary pages");
  }
  if (node != NUMA_NO_PREFERRED_NODE) {
    if (char* memory = allocate(bytes, kCommitted, node)) return memory;
    say_refused(fmt::format("NUMA node {}", node), GetLastError(), "any node");
  }
  return allocate(bytes, kCommitted, NUMA_NO_PREFERRED_NODE);
}

}  // namespace

Slab::Slab(std::size_t bytes, const Options& options)
    : bytes_(rounded_up(bytes, unit_of(options))), data_(allocate_as_wished(bytes_, options)) {
  if (data_ == nullptr) {
    throw ApiError(fmt::format("VirtualAlloc of {} bytes", with_separators(bytes_)),
                   GetLastError());
  }
}

Slab::~Slab() {
  VirtualFree(data_, 0, MEM_RELEASE);
}

DWORD Slab::registration_bytes() const {
  if (bytes_ > std::numeric_limits<DWORD>::max()) {
    throw StartFailed(fmt::format(
        "{} bytes of slices are more than one registration covers (4 GiB); choose fewer with "
        "--outstanding or smaller ones with --bytes",
        with_separators(bytes_)));
  }
  return static_cast<DWORD>(bytes_);
}

}  // namespace harness
