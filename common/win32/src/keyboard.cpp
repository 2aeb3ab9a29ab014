// conio.h: single keys, from a terminal or from whatever standard input is.

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "win32/crt.h"

namespace {

// Keys come one by one and unseen while this lives; without a terminal nothing changes.
class RawTerminal {
 public:
  RawTerminal() : is_terminal_(tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!is_terminal_) return;
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  ~RawTerminal() {
    if (is_terminal_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

 private:
  termios before_{};
  const bool is_terminal_;
};

}  // namespace

int _kbhit() {
  const RawTerminal keys;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0 ? 1 : 0;
}

int _getch() {
  const RawTerminal keys;
  unsigned char key = 0;
  return ::read(STDIN_FILENO, &key, 1) == 1 ? key : EOF;
}
