// What a status in a finished block means, in Win32's numbers and in Winsock's.

#include <gtest/gtest.h>

#include <array>

#include "loopback.hpp"

using namespace conformance;

namespace {

struct Meaning {
  DWORD status;
  DWORD win32;
  int winsock;
};

// A block that somebody else has finished is judged by its status alone.
OVERLAPPED finished(DWORD status) {
  OVERLAPPED overlapped{};
  overlapped.Internal = status;
  overlapped.InternalHigh = 3;
  return overlapped;
}

constexpr std::array kMeanings{
    Meaning{0xC0000120, 995, 995},     // CANCELLED
    Meaning{0xC000013B, 64, 10053},    // LOCAL_DISCONNECT
    Meaning{0xC000013C, 64, 10054},    // REMOTE_DISCONNECT
    Meaning{0xC000020B, 64, 10022},    // ADDRESS_CLOSED
    Meaning{0xC000020C, 64, 10054},    // CONNECTION_DISCONNECTED
    Meaning{0xC000020D, 64, 10054},    // CONNECTION_RESET
    Meaning{0xC0000241, 1236, 10053},  // CONNECTION_ABORTED
    Meaning{0xC0000236, 1225, 10061},  // CONNECTION_REFUSED
    Meaning{0xC000023C, 1231, 10051},  // NETWORK_UNREACHABLE
    Meaning{0xC000023D, 1232, 10065},  // HOST_UNREACHABLE
    Meaning{0xC000023F, 1234, 10054},  // PORT_UNREACHABLE
    Meaning{0xC00000B5, 121, 10060},   // IO_TIMEOUT
    Meaning{0xC0000140, 59, 10057},    // INVALID_CONNECTION
    Meaning{0xC000013E, 59, 10054},    // LINK_FAILED
    Meaning{0xC000013F, 59, 10060},    // LINK_TIMEOUT
    Meaning{0xC000020F, 59, 10053},    // TRANSACTION_ABORTED
    Meaning{0x80000005, 234, 10040},   // BUFFER_OVERFLOW
    Meaning{0xC0000023, 122, 10014},   // BUFFER_TOO_SMALL
    Meaning{0xC0000008, 6, 10038},     // INVALID_HANDLE
    Meaning{0xC0000005, 998, 10014},   // ACCESS_VIOLATION
};

}  // namespace

TEST(Status, OfAFailedOperationHasAWin32AndAWinsockNumber) {
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  for (const Meaning& meaning : kMeanings) {
    OVERLAPPED overlapped = finished(meaning.status);
    DWORD bytes = 0;
    DWORD flags = 0;
    EXPECT_FALSE(GetOverlappedResult(socket.handle(), &overlapped, &bytes, FALSE));
    EXPECT_EQ(GetLastError(), meaning.win32) << std::hex << meaning.status;
    EXPECT_FALSE(WSAGetOverlappedResult(socket.get(), &overlapped, &bytes, FALSE, &flags));
    EXPECT_EQ(WSAGetLastError(), meaning.winsock) << std::hex << meaning.status;
  }
}

TEST(Status, PendingIsIncompleteAndSuccessHasItsBytes) {
  const Socket socket = bound_socket(WSA_FLAG_OVERLAPPED);
  OVERLAPPED pending = finished(0x103);
  OVERLAPPED done = finished(0);
  DWORD bytes = 0;
  DWORD flags = 0;
  EXPECT_FALSE(WSAGetOverlappedResult(socket.get(), &pending, &bytes, FALSE, &flags));
  EXPECT_EQ(WSAGetLastError(), WSA_IO_INCOMPLETE);
  EXPECT_TRUE(WSAGetOverlappedResult(socket.get(), &done, &bytes, FALSE, &flags));
  EXPECT_EQ(bytes, 3U);
}
