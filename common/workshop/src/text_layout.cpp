#include "workshop/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace workshop {
namespace {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
};

std::size_t length_by_first_byte(unsigned char first) {
  if (first < 0x80) {
    return 1;
  }
  return first >= 0xF0 ? 4 : (first >= 0xE0 ? 3 : 2);
}

// Bytes that are no UTF-8 count as one character each.
Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const auto length = length_by_first_byte(first);
  if (first < 0xC0 || first > 0xF7 || length > text.size()) {
    return {first, 1};
  }
  char32_t code = first & (0x7FU >> length);
  for (std::size_t index = 1; index < length; ++index) {
    code = (code << 6) | (static_cast<unsigned char>(text[index]) & 0x3FU);
  }
  return {code, length};
}

bool is_combining(char32_t code) {
  return (code >= 0x0300 && code <= 0x036F) || code == 0x200B || code == 0x200D ||
         (code >= 0xFE00 && code <= 0xFE0F);
}

bool is_wide(char32_t code) {
  return (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
         (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
         (code >= 0xFF00 && code <= 0xFF60) || (code >= 0x1F300 && code <= 0x1FAFF);
}

std::size_t columns_of(char32_t code) {
  if (code < 0x20 || is_combining(code)) {
    return 0;
  }
  return is_wide(code) ? 2 : 1;
}

std::size_t colour_sequence_bytes(std::string_view text) {
  if (!text.starts_with("\x1b[")) {
    return 0;
  }
  const auto end = text.find('m');
  return end == std::string_view::npos ? 0 : end + 1;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    if (const auto colour = colour_sequence_bytes(text); colour > 0) {
      text.remove_prefix(colour);
      continue;
    }
    const auto character = first_character(text);
    columns += columns_of(character.code);
    text.remove_prefix(character.bytes);
  }
  return columns;
}

std::string padded(std::string_view text, std::size_t columns, Align align) {
  const std::string blanks(columns - std::min(columns, columns_of(text)), ' ');
  return align == Align::left ? std::string(text) + blanks : blanks + std::string(text);
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns || columns == 0) {
    return std::string(text);
  }
  std::string kept;
  std::size_t used = 0;
  while (!text.empty()) {
    const auto character = first_character(text);
    used += columns_of(character.code);
    if (used > columns - 1) {
      break;
    }
    kept += text.substr(0, character.bytes);
    text.remove_prefix(character.bytes);
  }
  return kept + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const auto word = text.substr(0, end);
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > columns) {
      lines.push_back(std::exchange(line, {}));
    }
    if (!word.empty()) {
      line.append(line.empty() ? 0 : 1, ' ').append(word);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!line.empty()) {
    lines.push_back(line);
  }
  return lines;
}

std::string with_thousands(std::uint64_t number) {
  const auto digits = std::to_string(number);
  std::string text;
  for (std::size_t index = 0; index < digits.size(); ++index) {
    if (index > 0 && (digits.size() - index) % 3 == 0) {
      text += ',';
    }
    text += digits[index];
  }
  return text;
}

std::string figure(std::optional<double> value, int digits) {
  constexpr double largest = 1e15;
  if (!value || !std::isfinite(*value) || *value < 0 || *value > largest) {
    return "–";
  }
  const auto text = fmt::format("{:.{}f}", *value, digits);
  const auto point = std::min(text.find('.'), text.size());
  return with_thousands(std::stoull(text.substr(0, point))) + text.substr(point);
}

}  // namespace workshop
