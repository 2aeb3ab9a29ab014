#include "socket_address.hpp"

#include <netinet/in.h>

#include "win32/winsock_types.h"

namespace win32 {

long address_problem(const Socket& socket, const sockaddr* address, int bytes) {
  const std::size_t needed =
      socket.traits().family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  if (address == nullptr || bytes < 0 || static_cast<std::size_t>(bytes) < needed) return WSAEFAULT;
  return address->sa_family == socket.traits().family ? 0 : WSAEAFNOSUPPORT;
}

bool is_unspecified(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    return reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr == INADDR_ANY;
  }
  return IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

long destination_problem(const Socket& socket, const sockaddr* to, int to_bytes) {
  if (const long problem = address_problem(socket, to, to_bytes)) return problem;
  // Both families keep the port in the same place.
  const bool no_port = reinterpret_cast<const sockaddr_in*>(to)->sin_port == 0;
  return no_port || is_unspecified(to) ? WSAEADDRNOTAVAIL : 0;
}

}  // namespace win32
