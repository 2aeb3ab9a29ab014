/// @file
/// @brief Everything a chapter needs, and the one call of its main().
///
/// @code
/// void serve(harness::Run& run) {
///   … set up, post receives …
///   run.ready(socket.get());
///   while (run.running()) { … run.counter().count(payload, bytes, status); … }
/// }
///
/// int main(int argc, char** argv) {
///   return harness::chapter_main(argc, argv, {.name = "03-iocp", .serve = serve,
///                                             .defaults = harness::kCompletionPort});
/// }
/// @endcode
#pragma once

#include "harness/counter.hpp"
#include "harness/error.hpp"
#include "harness/options.hpp"
#include "harness/registered_slices.hpp"
#include "harness/rio_table.hpp"
#include "harness/run.hpp"
#include "harness/server_socket.hpp"
#include "harness/slab.hpp"
#include "harness/threads.hpp"
#include "harness/unique_handle.hpp"
#include "harness/unique_socket.hpp"
#include "rio/completion_queue.hpp"
#include "rio/registered_buffer.hpp"

namespace harness {

/// A chapter, as the harness sees it.
struct Chapter {
  const char* name;
  /// Anything worth saying beside the system's name; may be empty.
  const char* backend_note = "";
  /// Serves until run.running() is false, and leaves nothing behind. May throw.
  void (*serve)(Run& run);
  ChapterDefaults defaults = {};
};

/// @brief Runs a chapter: options, Winsock, legend, serve, result.
/// @return the exit code: 0 the run ended as it should, 1 it failed (one sentence on standard
///         error), 2 the command line makes no sense.
[[nodiscard]] int chapter_main(int argc, char** argv, const Chapter& chapter);

}  // namespace harness
