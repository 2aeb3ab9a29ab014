// A run without a program around it.
#pragma once

#include <string>

#include "harness/chapter.hpp"
#include "result.hpp"

namespace harness {

inline const Chapter kTestChapter{.name = "00-test", .serve = nullptr};

[[nodiscard]] inline Options test_options(DWORD datagram_bytes = 64) {
  Options options;
  options.port = 0;
  options.datagram_bytes = datagram_bytes;
  return options;
}

// A datagram of that size with a number in it.
[[nodiscard]] inline std::string datagram(std::size_t bytes, std::uint64_t number) {
  std::string text(bytes, '\0');
  text.replace(4, sizeof number, reinterpret_cast<const char*>(&number), sizeof number);
  return text;
}

}  // namespace harness
