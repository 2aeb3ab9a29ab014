#include "workshop/progress.hpp"

#include "workshop/terminal.hpp"
#include "workshop/text_layout.hpp"

namespace workshop {
namespace {

constexpr std::chrono::seconds between_plain_lines{3};
constexpr std::size_t line_columns = 78;

}  // namespace

Progress::Progress(std::FILE* stream)
    : stream_(stream),
      on_terminal_(is_terminal(stream)),
      last_plain_line_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  clear();
}

void Progress::show(const std::string& text) {
  const auto line = shortened(text, line_columns);
  if (on_terminal_) {
    print(stream_, "\r\x1b[K" + line);
    line_is_shown_ = true;
    return;
  }
  const auto now = std::chrono::steady_clock::now();
  if (now - last_plain_line_ >= between_plain_lines) {
    print(stream_, line + "\n");
    last_plain_line_ = now;
  }
}

void Progress::clear() {
  if (line_is_shown_) {
    print(stream_, "\r\x1b[K");
    line_is_shown_ = false;
  }
}

}  // namespace workshop
