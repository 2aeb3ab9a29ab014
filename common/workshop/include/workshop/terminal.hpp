#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace workshop {

/// Prepares the console for UTF-8 and colours where that needs asking for (Windows).
void prepare_terminal();

/// Is somebody looking at this stream?
[[nodiscard]] bool is_terminal(std::FILE* stream);

/// Does the stream take colours? Only a terminal does, and not when NO_COLOR is set.
[[nodiscard]] bool takes_colours(std::FILE* stream);

enum class Colour { plain, dim, bold, red, green, yellow };

/// Text in a colour, or the bare text when colours are off.
[[nodiscard]] std::string coloured(std::string_view text, Colour colour, bool colours_on);

/// Prints text and passes it on at once.
void print(std::FILE* stream, std::string_view text);

}  // namespace workshop
