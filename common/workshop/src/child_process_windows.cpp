// The child starts suspended, is put into a job whose last handle we hold, gets its core, and
// only then runs. So everything that it ever starts belongs to the job too, and the job's end,
// or ours, is theirs.

#include "native_process.hpp"

#include "command_line_windows.hpp"
#include "workshop/programs.hpp"

#include "rio/windows_api.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace workshop {
namespace {

[[noreturn]] void fail(const std::string& attempt) {
  throw std::runtime_error(attempt + " failed with " + std::to_string(GetLastError()));
}

class Handle {
 public:
  explicit Handle(HANDLE value = nullptr) : value_(value) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      value_ = std::exchange(other.value_, nullptr);
    }
    return *this;
  }
  [[nodiscard]] HANDLE get() const { return value_; }
  void reset() {
    const HANDLE old = std::exchange(value_, nullptr);
    if (old != nullptr && old != INVALID_HANDLE_VALUE) {
      CloseHandle(old);
    }
  }

 private:
  HANDLE value_;
};

struct Pipe {
  Handle reads;
  Handle writes;
};

Pipe make_pipe() {
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  HANDLE reads = nullptr;
  HANDLE writes = nullptr;
  if (!CreatePipe(&reads, &writes, &inherited, 0)) {
    fail("CreatePipe");
  }
  Pipe pipe{Handle(reads), Handle(writes)};
  SetHandleInformation(reads, HANDLE_FLAG_INHERIT, 0);
  return pipe;
}

Handle open_nothing() {
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  return Handle(CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                            OPEN_EXISTING, 0, nullptr));
}

/// Names the handles that a child inherits, so that two children started at the same time do
/// not inherit each other's pipes, which would then never end.
class InheritedHandles {
 public:
  explicit InheritedHandles(std::vector<HANDLE> handles) : handles_(std::move(handles)) {
    SIZE_T bytes = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
    storage_.resize(bytes);
    if (!InitializeProcThreadAttributeList(list(), 1, 0, &bytes) ||
        !UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                   handles_.size() * sizeof(HANDLE), nullptr, nullptr)) {
      fail("UpdateProcThreadAttribute");
    }
  }
  ~InheritedHandles() { DeleteProcThreadAttributeList(list()); }
  InheritedHandles(const InheritedHandles&) = delete;
  InheritedHandles& operator=(const InheritedHandles&) = delete;
  [[nodiscard]] LPPROC_THREAD_ATTRIBUTE_LIST list() {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(storage_.data());
  }

 private:
  std::vector<HANDLE> handles_;
  std::vector<char> storage_;
};

std::wstring environment_with(const ProcessStart& start) {
  std::wstring block;
  for (const auto& [name, value] : start.environment) {
    block += wide(name + "=" + value);
    block += L'\0';
  }
  wchar_t* const ours = GetEnvironmentStringsW();
  for (const wchar_t* entry = ours; *entry != L'\0'; entry += wcslen(entry) + 1) {
    const std::wstring_view text(entry);
    const auto is_replaced = [&](const auto& added) {
      return text.starts_with(wide(added.first + "="));
    };
    if (std::ranges::none_of(start.environment, is_replaced)) {
      block += text;
      block += L'\0';
    }
  }
  FreeEnvironmentStringsW(ours);
  block += L'\0';
  return block;
}

Handle make_job() {
  Handle job(CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof(limits));
  return job;
}

class WindowsProcess final : public NativeProcess {
 public:
  explicit WindowsProcess(const ProcessStart& start) : job_(make_job()) {
    auto output = make_pipe();
    auto errors = make_pipe();
    create_suspended(start, output.writes.get(), errors.writes.get());
    AssignProcessToJobObject(job_.get(), process_.get());
    pinned_ = start.core && *start.core < 64 &&
              SetProcessAffinityMask(process_.get(), DWORD_PTR{1} << *start.core);
    ResumeThread(thread_.get());
    output_ = std::move(output.reads);
    errors_ = std::move(errors.reads);
  }

  unsigned long pid() const override { return pid_; }
  bool pinned() const override { return pinned_; }

  std::size_t read(Stream stream, std::span<char> into) override {
    const HANDLE source = stream == Stream::output ? output_.get() : errors_.get();
    DWORD bytes = 0;
    const bool some =
        ReadFile(source, into.data(), static_cast<DWORD>(into.size()), &bytes, nullptr);
    return some ? bytes : 0;
  }

  // Nothing to do: the job's end has closed every writing end.
  void stop_reading() override {}

  ExitStatus wait_for_end() override {
    WaitForSingleObject(process_.get(), INFINITE);
    DWORD code = 1;
    GetExitCodeProcess(process_.get(), &code);
    return {static_cast<int>(code), std::nullopt};
  }

  void interrupt() override {
    const auto interrupter = program_path("interrupter");
    auto line = command_line(interrupter, {std::to_string(pid_)});
    STARTUPINFOW startup{};
    startup.cb = sizeof(startup);
    PROCESS_INFORMATION sender{};
    if (CreateProcessW(interrupter.c_str(), line.data(), nullptr, nullptr, FALSE, CREATE_NO_WINDOW,
                       nullptr, nullptr, &startup, &sender)) {
      WaitForSingleObject(sender.hProcess, interrupt_limit_ms);
      CloseHandle(sender.hThread);
      CloseHandle(sender.hProcess);
    }
  }

  void kill_tree() override {
    TerminateJobObject(job_.get(), killed_code);
    TerminateProcess(process_.get(), killed_code);
  }

 private:
  static constexpr UINT killed_code = 137;
  static constexpr DWORD interrupt_limit_ms = 5000;

  void create_suspended(const ProcessStart& start, HANDLE output, HANDLE errors) {
    const auto nothing = open_nothing();
    InheritedHandles inherited({nothing.get(), output, errors});
    STARTUPINFOEXW startup{};
    startup.StartupInfo.cb = sizeof(startup);
    startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    startup.StartupInfo.hStdInput = nothing.get();
    startup.StartupInfo.hStdOutput = output;
    startup.StartupInfo.hStdError = errors;
    startup.lpAttributeList = inherited.list();
    auto line = command_line(start.program, start.arguments);
    auto environment = environment_with(start);
    PROCESS_INFORMATION created{};
    if (!CreateProcessW(start.program.c_str(), line.data(), nullptr, nullptr, TRUE,
                        CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_UNICODE_ENVIRONMENT |
                            EXTENDED_STARTUPINFO_PRESENT,
                        environment.data(), nullptr, &startup.StartupInfo, &created)) {
      fail("cannot start " + start.program.string() + ": CreateProcess");
    }
    process_ = Handle(created.hProcess);
    thread_ = Handle(created.hThread);
    pid_ = created.dwProcessId;
  }

  Handle job_;
  Handle process_;
  Handle thread_;
  Handle output_;
  Handle errors_;
  DWORD pid_ = 0;
  bool pinned_ = false;
};

}  // namespace

std::unique_ptr<NativeProcess> start_native(const ProcessStart& start) {
  return std::make_unique<WindowsProcess>(start);
}

}  // namespace workshop
