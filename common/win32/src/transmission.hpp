// What TransmitFile sends: some bytes, a piece of a file, some bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "file.hpp"
#include "operation.hpp"

namespace win32 {

struct Transmission {
  std::shared_ptr<File> file;  // nullptr: only the bytes around it
  std::uint64_t offset = 0;    // of the next byte to read
  std::uint64_t left = 0;      // bytes of the file still to be read
  Buffers tail;                // the head is the operation's own buffers
  bool tail_begun = false;
  bool disconnect = false;  // TF_DISCONNECT
  bool reuse = false;       // TF_REUSE_SOCKET
  std::vector<char> piece;  // read from the file, not yet sent

  // Puts what comes next into `next`. false: there is nothing more, or `error` (an errno) says why.
  [[nodiscard]] bool refill(Buffers& next, int& error);
};

}  // namespace win32
