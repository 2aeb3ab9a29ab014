// A RIO socket with one queue pair, for tests. Skips, with the reason, where there is no RIO.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "loopback.hpp"
#include "rio/function_table.hpp"

namespace conformance {

class Rio : public testing::Test {
 protected:
  static constexpr ULONG kSliceBytes = 64;
  static constexpr ULONG kSlices = 64;

  void SetUp() override;
  void TearDown() override;

  // A completion queue of `size`, and a request queue with these limits.
  void open_polled(DWORD size, ULONG receives, ULONG sends = 0);
  void open_event(DWORD size, ULONG receives, bool notify_reset = true);
  void open_port(DWORD size, ULONG receives);
  void open_request_queue(ULONG receives, ULONG sends);

  [[nodiscard]] RIO_BUF slice(ULONG index) const {
    return {buffer, index * kSliceBytes, kSliceBytes};
  }
  [[nodiscard]] char* slice_data(ULONG index) { return memory.data() + index * kSliceBytes; }
  // The context of receive i is i + 1.
  [[nodiscard]] BOOL post(ULONG index, DWORD flags = 0);
  void post_all(ULONG count, DWORD flags = 0);
  void send(std::string_view text) { send_text(client, address, text); }

  // Dequeues until there are `count` results or the limit is over.
  [[nodiscard]] std::vector<RIORESULT> dequeue(std::size_t count);
  // Nothing comes, although we look for a while.
  [[nodiscard]] bool stays_empty();

  RIO_EXTENSION_FUNCTION_TABLE rio{};
  Socket socket;
  Address address;
  Socket client;
  std::vector<char> memory = std::vector<char>(std::size_t{kSliceBytes} * kSlices);
  RIO_BUFFERID buffer = RIO_INVALID_BUFFERID;
  Handle event;
  Handle port;
  OVERLAPPED cookie{};
  RIO_CQ cq = RIO_INVALID_CQ;
  RIO_RQ rq = RIO_INVALID_RQ;
  static constexpr ULONGLONG kSocketContext = 0x8000'0000'0000'0001U;
};

}  // namespace conformance
