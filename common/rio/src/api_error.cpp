#include "rio/api_error.hpp"

#include <array>

namespace rio {

ApiError::ApiError(const std::string& attempt, DWORD code)
    : std::runtime_error(attempt + " failed with " + std::to_string(code) + " (" +
                         error_text(code) + ")"),
      code_(code) {}

std::string error_text(DWORD code) {
  std::array<char, 512> text{};
  const DWORD length =
      FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, code, 0,
                     text.data(), static_cast<DWORD>(text.size()), nullptr);
  std::string words(text.data(), length);
  while (!words.empty() && (words.back() == '\n' || words.back() == '\r' || words.back() == '.' ||
                            words.back() == ' ')) {
    words.pop_back();
  }
  return words.empty() ? "no description" : words;
}

}  // namespace rio
