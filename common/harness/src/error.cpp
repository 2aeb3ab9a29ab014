#include "harness/error.hpp"

namespace harness {

void fail(const char* call) {
  fail(call, static_cast<DWORD>(WSAGetLastError()));
}

void fail(const char* call, DWORD code) {
  throw ApiError(call, code);
}

}  // namespace harness
