#include "workshop/programs.hpp"

#include "command_line_windows.hpp"
#include "native_programs.hpp"

#include "rio/windows_api.hpp"

#include <array>
#include <stdexcept>

namespace workshop {

const std::string_view program_ending = ".exe";
const char search_path_separator = ';';

std::filesystem::path own_file() {
  std::array<wchar_t, 32 * 1024> name{};
  const DWORD length = GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
  return std::filesystem::path(std::wstring(name.data(), length));
}

int hand_over(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  auto line = command_line(program, arguments);
  STARTUPINFOW startup{};
  startup.cb = sizeof(startup);
  PROCESS_INFORMATION process{};
  if (!CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr,
                      &startup, &process)) {
    throw std::runtime_error("cannot start " + program.string() + ": error " +
                             std::to_string(GetLastError()));
  }
  CloseHandle(process.hThread);
  // Ctrl-C belongs to the program that now runs; we only pass its exit code on.
  SetConsoleCtrlHandler(nullptr, TRUE);
  WaitForSingleObject(process.hProcess, INFINITE);
  DWORD code = 1;
  GetExitCodeProcess(process.hProcess, &code);
  CloseHandle(process.hProcess);
  return static_cast<int>(code);
}

}  // namespace workshop
