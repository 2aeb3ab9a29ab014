/// @file
/// @brief The serving threads of a chapter that has several.
#pragma once

#include <functional>

#include "harness/run.hpp"

namespace harness {

/// @brief Runs --threads threads until the run ends.
///
/// Starts them (pinned as --pin says), waits for `run.stop_event()`, calls `tell_one_to_stop` once
/// for each thread, and joins them all.
///
/// @param work what each thread does; gets its number, for `run.counter(thread)`
/// @param tell_one_to_stop makes one thread leave, usually by posting a packet of its own key
/// @par Errors
///   An exception in one thread ends the run and is thrown here, after all have left.
void run_threads(Run& run, const std::function<void(unsigned thread)>& work,
                 const std::function<void()>& tell_one_to_stop);

}  // namespace harness
