#include "workshop/machine.hpp"

#include "rio/windows_api.hpp"

#include <fmt/format.h>

#include <array>

namespace workshop {
namespace {

template <typename Function>
Function function_in(const char* library, const char* name) {
  // FARPROC is a stand-in for any function type; by way of void* the compiler believes it.
  return reinterpret_cast<Function>(
      reinterpret_cast<void*>(GetProcAddress(GetModuleHandleA(library), name)));
}

std::string wine_version() {
  using Version = const char* (*)();
  const auto version = function_in<Version>("ntdll.dll", "wine_get_version");
  return version == nullptr ? "" : version();
}

// GetVersionEx says what the program's manifest knows; this one says what there is.
std::string windows_version() {
  struct Version {
    ULONG bytes, major, minor, build, platform;
    std::array<WCHAR, 128> pack;
  };
  using GetVersion = LONG(WINAPI*)(Version*);
  const auto get_version = function_in<GetVersion>("ntdll.dll", "RtlGetVersion");
  Version version{};
  version.bytes = sizeof(version);
  if (get_version == nullptr || get_version(&version) != 0) {
    return "unknown";
  }
  return fmt::format("{}.{}.{}", version.major, version.minor, version.build);
}

std::string cpu_name() {
  std::array<char, 128> name{};
  DWORD bytes = static_cast<DWORD>(name.size() - 1);
  const auto result =
      RegGetValueA(HKEY_LOCAL_MACHINE, "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                   "ProcessorNameString", RRF_RT_REG_SZ, nullptr, name.data(), &bytes);
  return result == ERROR_SUCCESS ? name.data() : "unknown";
}

std::vector<unsigned> allowed_cores() {
  DWORD_PTR ours = 0;
  DWORD_PTR all = 0;
  std::vector<unsigned> cores;
  if (GetProcessAffinityMask(GetCurrentProcess(), &ours, &all)) {
    for (unsigned core = 0; core < 64; ++core) {
      if ((ours >> core) & 1U) {
        cores.push_back(core);
      }
    }
  }
  return cores;
}

}  // namespace

Machine this_machine() {
  Machine machine;
  const auto wine = wine_version();
  machine.kernel = windows_version();
  machine.cpu = cpu_name();
  machine.cores = allowed_cores();
  machine.system = wine.empty() ? "Windows " + machine.kernel : "Wine " + wine;
  machine.honesty =
      wine.empty() ? fmt::format("Measured on Windows {}, on {}.", machine.kernel, machine.cpu)
                   : fmt::format(
                         "Measured under Wine {}, on {}. These are not Windows numbers: Wine's "
                         "server process carries out the calls.",
                         wine, machine.cpu);
  return machine;
}

}  // namespace workshop
