#include "harness/rio_table.hpp"

#include "harness/error.hpp"
#include "harness/unique_socket.hpp"
#include "rio/strict.hpp"

namespace harness {

RIO_EXTENSION_FUNCTION_TABLE load_rio(const Options& options) {
  const UniqueSocket probe{
      WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0, WSA_FLAG_REGISTERED_IO)};
  check(probe.get() != INVALID_SOCKET, "WSASocketW(WSA_FLAG_REGISTERED_IO)");
  const RIO_EXTENSION_FUNCTION_TABLE provider = rio::load_function_table(probe.get());
  if (options.rio == RioProvider::system) return provider;
  return rio::make_strict(provider, rio::print_mistake);
}

}  // namespace harness
