#include "workshop/terminal.hpp"

#include <unistd.h>

namespace workshop {

void prepare_terminal() {}

bool is_terminal(std::FILE* stream) {
  return ::isatty(::fileno(stream)) == 1;
}

}  // namespace workshop
