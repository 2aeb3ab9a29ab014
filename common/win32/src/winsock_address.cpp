// Addresses to text and back.

#include <arpa/inet.h>

#include "winsock.hpp"

using namespace win32;

extern "C" {

int win32_inet_pton(int family, const char* text, void* address) {
  if (text == nullptr || address == nullptr) return failed(-1, WSAEFAULT);
  if (family != AF_INET && family != AF_INET6) return failed(-1, WSAEAFNOSUPPORT);
  return ::inet_pton(family, text, address);
}

const char* win32_inet_ntop(int family, const void* address, char* text, size_t bytes) {
  using Text = const char*;
  if (address == nullptr || text == nullptr) return failed(Text{}, WSAEFAULT);
  if (family != AF_INET && family != AF_INET6) return failed(Text{}, WSAEAFNOSUPPORT);
  const char* const result = ::inet_ntop(family, address, text, static_cast<socklen_t>(bytes));
  return result != nullptr ? result : failed(Text{}, WSAEINVAL);
}

}  // extern "C"
