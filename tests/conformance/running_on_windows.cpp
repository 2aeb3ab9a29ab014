#include "rio/windows_api.hpp"
#include "running_on.hpp"

namespace conformance {

// Wine says so itself, by a function that Windows does not have.
bool running_on_wine() {
  const HMODULE ntdll = GetModuleHandleA("ntdll.dll");
  return ntdll != nullptr && GetProcAddress(ntdll, "wine_get_version") != nullptr;
}

}  // namespace conformance
