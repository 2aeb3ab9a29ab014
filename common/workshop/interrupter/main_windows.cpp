// interrupter PID: what Ctrl-C in the window of that program would do.
//
// Windows sends a CTRL_C to everybody on the caller's console, so the sender has to leave its
// own console and join the target's. ChildProcess gives each child a console of its own and
// lets this small program do the joining: a caller that left its own console would lose it.

#include "rio/windows_api.hpp"

#include <cstdlib>

int main(int count, char** words) {
  if (count != 2) {
    return 2;
  }
  const unsigned long pid = std::strtoul(words[1], nullptr, 10);
  FreeConsole();
  if (!AttachConsole(pid)) {
    return 1;
  }
  SetConsoleCtrlHandler(nullptr, TRUE);
  return GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) ? 0 : 1;
}
