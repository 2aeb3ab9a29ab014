// Heaps, CPU time, processors, privileges: the rest of what servers ask windows.h for.

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>

#include "handle_table.hpp"
#include "last_error.hpp"
#include "waitable.hpp"
#include "win32/system.h"

using namespace win32;

namespace {

const auto kProcessHeap = reinterpret_cast<HANDLE>(std::intptr_t{0x1000});

LPVOID allocate(SIZE_T bytes, bool zeroed) {
  void* const memory = zeroed ? std::calloc(1, bytes == 0 ? 1 : bytes) : std::malloc(bytes);
  return memory != nullptr ? memory : failed(LPVOID{}, ERROR_NOT_ENOUGH_MEMORY);
}

SYSTEMTIME calendar(const std::tm& parts, long milliseconds) {
  const auto word = [](int value) { return static_cast<WORD>(value); };
  return {word(parts.tm_year + 1900), word(parts.tm_mon + 1),
          word(parts.tm_wday),        word(parts.tm_mday),
          word(parts.tm_hour),        word(parts.tm_min),
          word(parts.tm_sec),         static_cast<WORD>(milliseconds)};
}

timespec wall_clock() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return now;
}

FILETIME file_time(const timeval& span) {
  const auto ticks =
      static_cast<ULONGLONG>(span.tv_sec) * 10'000'000 + static_cast<ULONGLONG>(span.tv_usec) * 10;
  return {static_cast<DWORD>(ticks), static_cast<DWORD>(ticks >> 32)};
}

BOOL cpu_times(int whose, LPFILETIME created, LPFILETIME exited, LPFILETIME kernel,
               LPFILETIME user) {
  rusage usage{};
  getrusage(whose, &usage);
  *created = {};
  *exited = {};
  *kernel = file_time(usage.ru_stime);
  *user = file_time(usage.ru_utime);
  return TRUE;
}

// A list like 0-3,8: its processors as a mask; false: there is no such file.
bool mask_in(const std::string& path, ULONGLONG& mask) {
  std::ifstream file(path);
  if (!file) return false;
  mask = 0;
  unsigned first = 0;
  char separator = ',';
  for (unsigned last = 0; separator == ',' && file >> first; separator = 0) {
    last = first;
    if (file.peek() == '-') file.get(separator) >> last;
    for (unsigned cpu = first; cpu <= last && cpu < 64; ++cpu)
      mask |= ULONGLONG{1} << cpu;
    if (file.peek() == ',') file.get(separator);
    if (separator != ',') break;
  }
  return true;
}

std::string node_folder(UCHAR node) {
  return "/sys/devices/system/node/node" + std::to_string(node);
}

LPTOP_LEVEL_EXCEPTION_FILTER g_filter = nullptr;

DWORD exception_of(int signal) {
  if (signal == SIGFPE) return EXCEPTION_INT_DIVIDE_BY_ZERO;
  return signal == SIGILL ? EXCEPTION_ILLEGAL_INSTRUCTION : EXCEPTION_ACCESS_VIOLATION;
}

// The filter may do what it likes: the process is lost anyway.
void on_fault(int signal, siginfo_t* information, void*) {
  EXCEPTION_RECORD record{exception_of(signal), 0, nullptr, information->si_addr};
  EXCEPTION_POINTERS pointers{&record, nullptr};
  if (g_filter != nullptr) (void)g_filter(&pointers);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

HANDLE GetProcessHeap() {
  return kProcessHeap;
}
HANDLE HeapCreate(DWORD, SIZE_T, SIZE_T) {
  return kProcessHeap;
}
BOOL HeapDestroy(HANDLE heap) {
  return heap == kProcessHeap ? TRUE : failed(FALSE, ERROR_INVALID_HANDLE);
}
LPVOID HeapAlloc(HANDLE heap, DWORD flags, SIZE_T bytes) {
  if (heap != kProcessHeap) return failed(LPVOID{}, ERROR_INVALID_HANDLE);
  return allocate(bytes, (flags & HEAP_ZERO_MEMORY) != 0);
}
LPVOID HeapReAlloc(HANDLE heap, DWORD, LPVOID memory, SIZE_T bytes) {
  if (heap != kProcessHeap) return failed(LPVOID{}, ERROR_INVALID_HANDLE);
  void* const moved = std::realloc(memory, bytes);
  return moved != nullptr ? moved : failed(LPVOID{}, ERROR_NOT_ENOUGH_MEMORY);
}
BOOL HeapFree(HANDLE heap, DWORD, LPVOID memory) {
  if (heap != kProcessHeap) return failed(FALSE, ERROR_INVALID_HANDLE);
  std::free(memory);
  return TRUE;
}
HGLOBAL GlobalAlloc(UINT flags, SIZE_T bytes) {
  return allocate(bytes, (flags & GMEM_ZEROINIT) != 0);
}
HGLOBAL GlobalFree(HGLOBAL memory) {
  std::free(memory);
  return nullptr;
}
HLOCAL LocalAlloc(UINT flags, SIZE_T bytes) {
  return allocate(bytes, (flags & LMEM_ZEROINIT) != 0);
}

VOID ExitProcess(UINT exit_code) {
  std::exit(static_cast<int>(exit_code));
}
BOOL SetPriorityClass(HANDLE process, DWORD) {
  return process == GetCurrentProcess() ? TRUE : failed(FALSE, ERROR_INVALID_HANDLE);
}
VOID DebugBreak() {
  std::raise(SIGTRAP);
}
BOOL IsDebuggerPresent() {
  std::ifstream status("/proc/self/status");
  int tracer = 0;
  for (std::string word; status >> word;) {
    if (word == "TracerPid:" && status >> tracer) break;
  }
  return tracer != 0 ? TRUE : FALSE;
}
VOID OutputDebugStringA(LPCSTR text) {
  std::fputs(text, stderr);
}
DWORD GetEnvironmentVariableA(LPCSTR name, LPSTR value, DWORD characters) {
  const char* const found = std::getenv(name);
  if (found == nullptr) return failed(DWORD{0}, ERROR_ENVVAR_NOT_FOUND);
  const auto length = static_cast<DWORD>(std::strlen(found));
  if (characters <= length) return length + 1;
  std::memcpy(value, found, length + 1);
  return length;
}
BOOL SetConsoleTitleA(LPCSTR) {
  return TRUE;
}
BOOL SetConsoleOutputCP(UINT) {
  return TRUE;
}

VOID GetSystemTime(LPSYSTEMTIME time) {
  const timespec now = wall_clock();
  std::tm parts{};
  *time = calendar(*gmtime_r(&now.tv_sec, &parts), now.tv_nsec / 1'000'000);
}
VOID GetLocalTime(LPSYSTEMTIME time) {
  const timespec now = wall_clock();
  std::tm parts{};
  *time = calendar(*localtime_r(&now.tv_sec, &parts), now.tv_nsec / 1'000'000);
}
VOID GetSystemTimePreciseAsFileTime(LPFILETIME time) {
  GetSystemTimeAsFileTime(time);
}
BOOL GetProcessTimes(HANDLE process, LPFILETIME created, LPFILETIME exited, LPFILETIME kernel,
                     LPFILETIME user) {
  if (process != GetCurrentProcess()) return failed(FALSE, ERROR_INVALID_HANDLE);
  return cpu_times(RUSAGE_SELF, created, exited, kernel, user);
}
BOOL GetThreadTimes(HANDLE thread, LPFILETIME created, LPFILETIME exited, LPFILETIME kernel,
                    LPFILETIME user) {
  if (thread != GetCurrentThread()) return failed(FALSE, ERROR_NOT_SUPPORTED);
  return cpu_times(RUSAGE_THREAD, created, exited, kernel, user);
}
UINT timeBeginPeriod(UINT) {
  return TIMERR_NOERROR;
}
UINT timeEndPeriod(UINT) {
  return TIMERR_NOERROR;
}
DWORD timeGetTime() {
  return GetTickCount();
}

BOOL GetNumaNodeProcessorMask(UCHAR node, PULONGLONG mask) {
  if (mask_in(node_folder(node) + "/cpulist", *mask)) return TRUE;
  // A kernel without nodes: all processors are in node 0.
  DWORD_PTR process = 0;
  DWORD_PTR system = 0;
  if (node != 0 || !GetProcessAffinityMask(GetCurrentProcess(), &process, &system)) {
    return failed(FALSE, ERROR_INVALID_PARAMETER);
  }
  *mask = system;
  return TRUE;
}
BOOL GetNumaProcessorNode(UCHAR processor, PUCHAR node) {
  ULONG highest = 0;
  (void)GetNumaHighestNodeNumber(&highest);
  for (ULONG i = 0; i <= highest; ++i) {
    ULONGLONG mask = 0;
    *node = static_cast<UCHAR>(i);
    if (GetNumaNodeProcessorMask(*node, &mask) && processor < 64 && (mask >> processor & 1) != 0) {
      return TRUE;
    }
  }
  *node = 0xff;
  return failed(FALSE, ERROR_INVALID_PARAMETER);
}
BOOL GetNumaAvailableMemoryNode(UCHAR node, PULONGLONG bytes) {
  ULONG highest = 0;
  (void)GetNumaHighestNodeNumber(&highest);
  if (node > highest) return failed(FALSE, ERROR_INVALID_PARAMETER);
  *bytes = static_cast<ULONGLONG>(sysconf(_SC_AVPHYS_PAGES)) *
           static_cast<ULONGLONG>(sysconf(_SC_PAGESIZE)) / (highest + 1);
  return TRUE;
}
DWORD SetThreadIdealProcessor(HANDLE, DWORD) {
  return 0;
}

BOOL OpenProcessToken(HANDLE process, DWORD, PHANDLE token) {
  if (process != GetCurrentProcess()) return failed(FALSE, ERROR_INVALID_HANDLE);
  *token = CreateEventA(nullptr, TRUE, FALSE, nullptr);
  return *token != nullptr ? TRUE : FALSE;
}
BOOL LookupPrivilegeValueA(LPCSTR, LPCSTR name, PLUID luid) {
  if (std::strcmp(name, "SeLockMemoryPrivilege") != 0) {
    return failed(FALSE, ERROR_NO_SUCH_PRIVILEGE);
  }
  *luid = {4, 0};
  return TRUE;
}
BOOL AdjustTokenPrivileges(HANDLE, BOOL, PTOKEN_PRIVILEGES, DWORD, PTOKEN_PRIVILEGES, PDWORD) {
  return failed(TRUE, ERROR_SUCCESS);
}

LPTOP_LEVEL_EXCEPTION_FILTER SetUnhandledExceptionFilter(LPTOP_LEVEL_EXCEPTION_FILTER filter) {
  const auto before = g_filter;
  g_filter = filter;
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    sigaction(signal, &action, nullptr);
  return before;
}
