// Asking for the function table.

#include <gtest/gtest.h>

#include <cstring>

#include "rio_fixture.hpp"

using namespace conformance;

namespace {

int ask(SOCKET socket, GUID id, DWORD output_bytes, RIO_EXTENSION_FUNCTION_TABLE& table) {
  DWORD bytes = 0;
  return WSAIoctl(socket, SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER, &id, sizeof id, &table,
                  output_bytes, &bytes, nullptr, nullptr);
}

}  // namespace

TEST_F(Rio, TableIsFilledWhole) {
  EXPECT_EQ(rio.cbSize, sizeof rio);
  for (std::size_t at = offsetof(RIO_EXTENSION_FUNCTION_TABLE, RIOReceive); at < sizeof rio;
       at += sizeof(void*)) {
    void* function = nullptr;
    std::memcpy(&function, reinterpret_cast<char*>(&rio) + at, sizeof function);
    EXPECT_NE(function, nullptr) << at;
  }
}

TEST_F(Rio, UnknownIdentifierIsRefusedAndNothingWritten) {
  GUID wrong = WSAID_MULTIPLE_RIO;
  wrong.Data4[7] = 0;
  RIO_EXTENSION_FUNCTION_TABLE table{};
  EXPECT_EQ(ask(socket.get(), wrong, sizeof table, table), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEINVAL);
  EXPECT_EQ(table.RIOReceive, nullptr);
}

TEST_F(Rio, TooSmallATableIsRefusedAndNothingWritten) {
  RIO_EXTENSION_FUNCTION_TABLE table{};
  EXPECT_EQ(ask(socket.get(), WSAID_MULTIPLE_RIO, sizeof table - 8, table), SOCKET_ERROR);
  EXPECT_EQ(WSAGetLastError(), WSAEFAULT);
  EXPECT_EQ(table.RIOReceive, nullptr);
}
