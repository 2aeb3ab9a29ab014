#include "harness/thread_pin.hpp"

#include <limits>

#include <fmt/format.h>

#include "rio/api_error.hpp"

namespace harness {

bool pin_this_thread(std::optional<unsigned> core) {
  if (!core) return true;
  constexpr unsigned kCoresInMask = std::numeric_limits<DWORD_PTR>::digits;
  if (*core < kCoresInMask &&
      SetThreadAffinityMask(GetCurrentThread(), DWORD_PTR{1} << *core) != 0) {
    return true;
  }
  const DWORD code = *core < kCoresInMask ? GetLastError() : DWORD{ERROR_INVALID_PARAMETER};
  fmt::print(stderr, "processor {} refused: {} ({}); going on unpinned\n", *core, code,
             rio::error_text(code));
  return false;
}

}  // namespace harness
