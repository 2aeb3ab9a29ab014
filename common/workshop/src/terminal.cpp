#include "workshop/terminal.hpp"

#include <cstdlib>

namespace workshop {
namespace {

std::string_view sequence_of(Colour colour) {
  switch (colour) {
    case Colour::dim:
      return "\x1b[2m";
    case Colour::bold:
      return "\x1b[1m";
    case Colour::red:
      return "\x1b[31m";
    case Colour::green:
      return "\x1b[32m";
    case Colour::yellow:
      return "\x1b[33m";
    case Colour::plain:
      break;
  }
  return "";
}

}  // namespace

bool takes_colours(std::FILE* stream) {
  const char* const refused = std::getenv("NO_COLOR");
  return is_terminal(stream) && (refused == nullptr || *refused == '\0');
}

std::string coloured(std::string_view text, Colour colour, bool colours_on) {
  if (!colours_on || colour == Colour::plain) {
    return std::string(text);
  }
  return std::string(sequence_of(colour)) + std::string(text) + "\x1b[0m";
}

void print(std::FILE* stream, std::string_view text) {
  (void)std::fwrite(text.data(), 1, text.size(), stream);
  (void)std::fflush(stream);
}

}  // namespace workshop
