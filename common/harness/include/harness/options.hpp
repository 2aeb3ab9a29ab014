/// @file
/// @brief What a chapter was asked to do on its command line.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "rio/windows_api.hpp"

namespace harness {

/// Which kernel entries the Linux layer makes.
enum class KernelEntriesMode {
  actual,      ///< as few as it can
  as_windows,  ///< every call that enters the kernel on Windows enters it here too
};

/// Whose RIO a chapter uses.
enum class RioProvider {
  system,  ///< what the system has
  strict,  ///< the same, watched: broken rules are reported (rio/strict.hpp)
};

/// The options of every chapter, checked. Constant during a run.
struct Options {
  std::uint16_t port = 5000;                ///< 0: the system chooses (--port auto)
  std::string address = "127.0.0.1";        ///< a literal IPv4 or IPv6 address
  DWORD datagram_bytes = 1024;              ///< the agreed size
  std::uint32_t work_iterations = 0;        ///< per datagram, about a nanosecond each
  ULONG outstanding = 1;                    ///< receives in progress
  unsigned threads = 1;                     ///< serving threads
  ULONG max_batch = 64;                     ///< results taken by one dequeue
  std::uint32_t spin = 0;                   ///< empty looks before a thread sleeps
  std::optional<unsigned> pin;              ///< processor for all threads of the server
  std::optional<int> receive_buffer_bytes;  ///< SO_RCVBUF; nothing: the system's default
  bool large_pages = false;
  std::optional<DWORD> numa_node;
  std::optional<std::chrono::milliseconds> run_for;  ///< since listening
  std::optional<std::chrono::milliseconds> idle;     ///< since the last datagram
  KernelEntriesMode kernel_entries = KernelEntriesMode::actual;
  RioProvider rio = RioProvider::system;
  bool json = false;
};

/// What a chapter does when it is not told otherwise.
struct ChapterDefaults {
  ULONG outstanding = 1;
  unsigned threads = 1;
  ULONG max_batch = 64;
};

inline constexpr ChapterDefaults kOneReceive{};
inline constexpr ChapterDefaults kCompletionPort{.outstanding = 64};
inline constexpr ChapterDefaults kCompletionPortThreads{.outstanding = 64, .threads = 2};
inline constexpr ChapterDefaults kRegisteredIo{.outstanding = 5000, .max_batch = 1000};
inline constexpr ChapterDefaults kRegisteredIoThreads{
    .outstanding = 5000, .threads = 2, .max_batch = 1000};

}  // namespace harness
