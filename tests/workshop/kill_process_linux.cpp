#include "kill_process.hpp"

#include <csignal>

namespace workshop {

void kill_process(unsigned long pid) {
  (void)::kill(static_cast<pid_t>(pid), SIGKILL);
}

}  // namespace workshop
