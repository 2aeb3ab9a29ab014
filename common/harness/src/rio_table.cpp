#include "harness/rio_table.hpp"

#include "harness/error.hpp"
#include "harness/unique_socket.hpp"

namespace harness {

RIO_EXTENSION_FUNCTION_TABLE load_rio(const Options&) {
  const UniqueSocket probe{
      WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, WSA_FLAG_REGISTERED_IO)};
  check(probe.get() != INVALID_SOCKET, "WSASocketW(WSA_FLAG_REGISTERED_IO)");
  return rio::load_function_table(probe.get());
}

}  // namespace harness
