#include "kill_process.hpp"

#include "rio/windows_api.hpp"

namespace workshop {

void kill_process(unsigned long pid) {
  const HANDLE process = OpenProcess(PROCESS_TERMINATE, FALSE, pid);
  if (process != nullptr) {
    TerminateProcess(process, 137);
    CloseHandle(process);
  }
}

}  // namespace workshop
