#include "workshop/terminal.hpp"

#include "rio/windows_api.hpp"

namespace workshop {
namespace {

HANDLE handle_of(std::FILE* stream) {
  return GetStdHandle(stream == stderr ? STD_ERROR_HANDLE : STD_OUTPUT_HANDLE);
}

}  // namespace

void prepare_terminal() {
  SetConsoleOutputCP(CP_UTF8);
  for (std::FILE* const stream : {stdout, stderr}) {
    DWORD mode = 0;
    if (GetConsoleMode(handle_of(stream), &mode)) {
      SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
  }
}

bool is_terminal(std::FILE* stream) {
  DWORD mode = 0;
  return GetConsoleMode(handle_of(stream), &mode) != 0;
}

}  // namespace workshop
