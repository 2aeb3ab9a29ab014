#include "rio/function_table.hpp"

#include <string>

#include "rio/api_error.hpp"

namespace rio {

RIO_EXTENSION_FUNCTION_TABLE load_function_table(SOCKET socket) {
  GUID id = WSAID_MULTIPLE_RIO;
  RIO_EXTENSION_FUNCTION_TABLE table{};
  table.cbSize = sizeof table;
  DWORD bytes = 0;
  if (WSAIoctl(socket, SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER, &id, sizeof id, &table,
               sizeof table, &bytes, nullptr, nullptr) == 0) {
    return table;
  }
  const auto code = static_cast<DWORD>(WSAGetLastError());
  throw Unavailable("RIO is not available here: asking for its function table failed with " +
                    std::to_string(code) + " (" + error_text(code) +
                    "). It needs Windows 8 / Windows Server 2012 or newer, or the Linux build.");
}

}  // namespace rio
