#include "harness/system.hpp"

#include "rio/windows_api.hpp"

namespace harness {
namespace {

// Wine says what it is; Windows has no such function.
std::string wine_version() {
  using GetVersion = const char*(CDECL*)();
  const HMODULE ntdll = GetModuleHandleA("ntdll.dll");
  if (ntdll == nullptr) return {};
  const auto address = GetProcAddress(ntdll, "wine_get_version");
  const auto get_version = reinterpret_cast<GetVersion>(reinterpret_cast<void*>(address));
  return get_version == nullptr ? std::string() : get_version();
}

}  // namespace

std::string system_name() {
  const std::string wine = wine_version();
  return wine.empty() ? "Windows" : "Wine " + wine;
}

std::string system_caveat() {
  return wine_version().empty() ? "" : "measured under Wine – not Windows numbers";
}

std::string backend_name() {
  return wine_version().empty() ? "Winsock" : "Wine's Winsock";
}

void prepare_console() {
  // No console, no harm: output then goes to a file or a pipe.
  static_cast<void>(SetConsoleOutputCP(CP_UTF8));
}

}  // namespace harness
