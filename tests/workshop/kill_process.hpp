#pragma once

namespace workshop {

/// Kills a process as a crash would: without a word to it.
void kill_process(unsigned long pid);

}  // namespace workshop
