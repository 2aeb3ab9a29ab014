#include "command_line_windows.hpp"

#include "rio/windows_api.hpp"

namespace workshop {
namespace {

// Backslashes count only before a quotation mark: there, and at the end, they are doubled.
void append_quoted(std::wstring& line, const std::wstring& argument) {
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t character : argument) {
    if (character == L'\\') {
      ++backslashes;
      continue;
    }
    line.append(character == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
    backslashes = 0;
    line += character;
  }
  line.append(2 * backslashes, L'\\');
  line += L'"';
}

}  // namespace

std::wstring wide(const std::string& text) {
  const int bytes = static_cast<int>(text.size());
  const int length = MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0);
  std::wstring result(static_cast<std::size_t>(length), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, result.data(), length);
  return result;
}

std::wstring command_line(const std::filesystem::path& program,
                          const std::vector<std::string>& arguments) {
  std::wstring line;
  append_quoted(line, program.wstring());
  for (const auto& argument : arguments) {
    line += L' ';
    append_quoted(line, wide(argument));
  }
  return line;
}

}  // namespace workshop
