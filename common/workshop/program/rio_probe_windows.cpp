#include "rio_probe.hpp"

#include "rio/function_table.hpp"
#include "rio/windows_api.hpp"

namespace workshop {

bool has_rio() {
  WSADATA data{};
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) {
    return false;
  }
  const SOCKET socket = WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, nullptr, 0,
                                   WSA_FLAG_OVERLAPPED | WSA_FLAG_REGISTERED_IO);
  bool found = false;
  try {
    (void)rio::load_function_table(socket);
    found = true;
  } catch (const std::exception&) {
    found = false;
  }
  closesocket(socket);
  WSACleanup();
  return found;
}

}  // namespace workshop
