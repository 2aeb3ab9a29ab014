// Names: hosts, services, and addresses as text.

#include <arpa/inet.h>
#include <netdb.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "named_objects.hpp"
#include "winsock.hpp"

using namespace win32;

// Windows' order of members; the C library's differs.
struct win32_addrinfo {
  int ai_flags;
  int ai_family;
  int ai_socktype;
  int ai_protocol;
  size_t ai_addrlen;
  char* ai_canonname;
  sockaddr* ai_addr;
  win32_addrinfo* ai_next;
};

namespace {

int winsock_error_of_name(int error) {
  switch (error) {
    case EAI_AGAIN:
      return WSATRY_AGAIN;
    case EAI_BADFLAGS:
      return WSAEINVAL;
    case EAI_FAMILY:
      return WSAEAFNOSUPPORT;
    case EAI_MEMORY:
      return WSA_NOT_ENOUGH_MEMORY;
    case EAI_SERVICE:
      return WSATYPE_NOT_FOUND;
    case EAI_SOCKTYPE:
      return WSAESOCKTNOSUPPORT;
    case EAI_FAIL:
      return WSANO_RECOVERY;
    default:
      return WSAHOST_NOT_FOUND;
  }
}

// 1, 2 and 4 mean the same on both systems; the rest is about networks that are not here.
constexpr int kKnownFlags = AI_PASSIVE | AI_CANONNAME | AI_NUMERICHOST;
constexpr int kWindowsNumericService = 0x8;

addrinfo hints_of(const win32_addrinfo* hints) {
  addrinfo result{};
  if (hints == nullptr) return result;
  result.ai_flags = hints->ai_flags & kKnownFlags;
  if ((hints->ai_flags & kWindowsNumericService) != 0) result.ai_flags |= AI_NUMERICSERV;
  result.ai_family = hints->ai_family;
  result.ai_socktype = hints->ai_socktype;
  result.ai_protocol = hints->ai_protocol;
  return result;
}

// One block for the entry, its address and its name.
win32_addrinfo* copy_of(const addrinfo& entry) {
  const std::size_t name = entry.ai_canonname != nullptr ? std::strlen(entry.ai_canonname) + 1 : 0;
  char* const block =
      static_cast<char*>(std::calloc(1, sizeof(win32_addrinfo) + entry.ai_addrlen + name));
  if (block == nullptr) return nullptr;
  auto* const copy = reinterpret_cast<win32_addrinfo*>(block);
  char* const address = block + sizeof *copy;
  std::memcpy(address, entry.ai_addr, entry.ai_addrlen);
  if (name > 0) std::memcpy(address + entry.ai_addrlen, entry.ai_canonname, name);
  *copy = {0,
           entry.ai_family,
           entry.ai_socktype,
           entry.ai_protocol,
           entry.ai_addrlen,
           name > 0 ? address + entry.ai_addrlen : nullptr,
           reinterpret_cast<sockaddr*>(address),
           nullptr};
  return copy;
}

const char* name_or_null(const char* text) {
  return text != nullptr && *text != 0 ? text : nullptr;
}

}  // namespace

extern "C" {

VOID win32_freeaddrinfo(win32_addrinfo* list) {
  while (list != nullptr) {
    win32_addrinfo* const next = list->ai_next;
    std::free(list);
    list = next;
  }
}

int win32_getaddrinfo(const char* node, const char* service, const win32_addrinfo* hints,
                      win32_addrinfo** result) {
  if (!winsock_started()) return WSANOTINITIALISED;
  *result = nullptr;
  const addrinfo wanted = hints_of(hints);
  addrinfo* found = nullptr;
  const char* const port = name_or_null(service);
  const int error =
      ::getaddrinfo(node, port != nullptr || node != nullptr ? port : "0", &wanted, &found);
  if (error != 0) {
    return failed(winsock_error_of_name(error), winsock_error_of_name(error));
  }
  win32_addrinfo** end = result;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    *end = copy_of(*entry);
    if (*end == nullptr) break;
    end = &(*end)->ai_next;
  }
  ::freeaddrinfo(found);
  return 0;
}

int win32_getnameinfo(const sockaddr* address, int address_bytes, char* node, DWORD node_bytes,
                      char* service, DWORD service_bytes, int flags) {
  // NI_NUMERICHOST is 2 on Windows and 1 here, NI_NUMERICSERV 8 and 2, NI_NAMEREQD 4 and 8.
  int linux_flags = 0;
  if ((flags & 0x2) != 0) linux_flags |= NI_NUMERICHOST;
  if ((flags & 0x8) != 0) linux_flags |= NI_NUMERICSERV;
  if ((flags & 0x4) != 0) linux_flags |= NI_NAMEREQD;
  if ((flags & 0x10) != 0) linux_flags |= NI_DGRAM;
  const int error = ::getnameinfo(address, static_cast<socklen_t>(address_bytes), node, node_bytes,
                                  service, service_bytes, linux_flags);
  return error == 0 ? 0 : failed(winsock_error_of_name(error), winsock_error_of_name(error));
}

const char* win32_gai_strerror(int code) {
  switch (code) {
    case WSAHOST_NOT_FOUND:
      return "No such host is known.";
    case WSATYPE_NOT_FOUND:
      return "No such service is known.";
    case WSATRY_AGAIN:
      return "The name could not be looked up now; try again.";
    default:
      return "The name could not be looked up.";
  }
}

int win32_gethostname(char* name, int bytes) {
  if (!winsock_started()) return socket_error(WSANOTINITIALISED);
  if (name == nullptr || bytes <= 0) return socket_error(WSAEFAULT);
  return ::gethostname(name, static_cast<size_t>(bytes)) == 0 ? 0 : socket_error(WSAEFAULT);
}

hostent* win32_gethostbyname(const char* name) {
  hostent* const host = ::gethostbyname(name);
  return host != nullptr ? host : failed(static_cast<hostent*>(nullptr), WSAHOST_NOT_FOUND);
}

unsigned win32_inet_addr(const char* text) {
  in_addr address{};
  return text != nullptr && ::inet_aton(text, &address) != 0 ? address.s_addr : INADDR_NONE;
}

// One buffer per thread, as on Windows.
char* win32_inet_ntoa(in_addr address) {
  thread_local char text[16];
  (void)::inet_ntop(AF_INET, &address, text, sizeof text);
  return text;
}

INT win32_InetPtonW(INT family, LPCWSTR text, void* address) {
  const std::string narrow_text = narrow(text);
  return ::inet_pton(family, narrow_text.c_str(), address);
}

int WSAAddressToStringA(sockaddr* address, DWORD address_bytes, void*, char* text,
                        LPDWORD text_bytes) {
  std::array<char, 64> host{};
  std::array<char, 8> port{};
  const int error = ::getnameinfo(address, address_bytes, host.data(), host.size(), port.data(),
                                  port.size(), NI_NUMERICHOST | NI_NUMERICSERV | NI_DGRAM);
  if (error != 0) return socket_error(WSAEINVAL);
  std::string whole = host.data();
  const bool has_port = std::strcmp(port.data(), "0") != 0;
  if (has_port && address->sa_family == AF_INET6) whole = '[' + whole + ']';
  if (has_port) whole += ':' + std::string(port.data());
  const auto needed = static_cast<DWORD>(whole.size() + 1);
  const DWORD room = std::exchange(*text_bytes, needed);
  if (room < needed) return socket_error(WSAEFAULT);
  std::memcpy(text, whole.c_str(), needed);
  return 0;
}

// "1.2.3.4", "1.2.3.4:5", "::1" or "[::1]:5".
int WSAStringToAddressA(char* text, INT family, void*, sockaddr* address, LPINT address_bytes) {
  std::string host = name_of(text);
  std::string port = "0";
  const auto bracket = host.find(']');
  const auto colon = host.rfind(':');
  const bool bare_v6 = family == AF_INET6 && bracket == std::string::npos;
  if (colon != std::string::npos && !bare_v6 && (bracket == std::string::npos || colon > bracket)) {
    port = host.substr(colon + 1);
    host.resize(colon);
  }
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  addrinfo hints{};
  hints.ai_family = family;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0)
    return socket_error(WSAEINVAL);
  const INT room = std::exchange(*address_bytes, static_cast<INT>(found->ai_addrlen));
  const bool fits = room >= *address_bytes;
  if (fits) std::memcpy(address, found->ai_addr, found->ai_addrlen);
  ::freeaddrinfo(found);
  return fits ? 0 : socket_error(WSAEFAULT);
}

}  // extern "C"
