// Between fork and exec only async-signal-safe calls are allowed, since another thread may hold
// any lock at the moment of the fork. So argument and environment arrays are made before, and
// the child reports a failed exec as an errno through a pipe that a successful exec closes.

#include "native_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace workshop {
namespace {

[[noreturn]] void fail(const std::string& attempt, int error) {
  throw std::runtime_error(attempt + ": " + std::generic_category().message(error));
}

class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  ~FileDescriptor() { reset(); }
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      reset();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  [[nodiscard]] int get() const { return number_; }
  void reset() {
    if (number_ >= 0) {
      (void)::close(std::exchange(number_, -1));
    }
  }

 private:
  int number_;
};

struct Pipe {
  FileDescriptor reads;
  FileDescriptor writes;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    fail("pipe", errno);
  }
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const ProcessStart& start) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : start.environment) {
    variables.push_back(name + "=" + value);
  }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const auto is_replaced = [&](const auto& added) { return text.starts_with(added.first + "="); };
    if (std::ranges::none_of(start.environment, is_replaced)) {
      variables.emplace_back(text);
    }
  }
  return variables;
}

/// All that the child needs between fork and exec.
struct Prepared {
  const char* program;
  char** arguments;
  char** environment;
  int output;
  int errors;
  int report;
  pid_t parent;
  const cpu_set_t* cores;
};

void restore_signals() {
  // A shell's background job ignores SIGINT, and an ignored signal survives exec.
  for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE}) {
    (void)::signal(number, SIG_DFL);
  }
  sigset_t none;
  (void)::sigemptyset(&none);
  (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become(const Prepared& prepared) {
  (void)::setpgid(0, 0);
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != prepared.parent) {
    ::_exit(127);
  }
  restore_signals();
  if (prepared.cores != nullptr) {
    (void)::sched_setaffinity(0, sizeof(cpu_set_t), prepared.cores);
  }
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (::dup2(nothing, 0) >= 0 && ::dup2(prepared.output, 1) >= 0 &&
      ::dup2(prepared.errors, 2) >= 0) {
    (void)::execve(prepared.program, prepared.arguments, prepared.environment);
  }
  const int error = errno;
  (void)!::write(prepared.report, &error, sizeof(error));
  ::_exit(127);
}

class LinuxProcess final : public NativeProcess {
 public:
  explicit LinuxProcess(const ProcessStart& start) {
    auto output = make_pipe();
    auto errors = make_pipe();
    auto report = make_pipe();
    auto stop = make_pipe();
    start_child(start, output, errors, report);
    output_ = std::move(output.reads);
    errors_ = std::move(errors.reads);
    stop_reads_ = std::move(stop.reads);
    stop_writes_ = std::move(stop.writes);
  }

  // The end was waited for with WNOWAIT, so until here the number, and with it the number of the
  // group, could not be given to a stranger.
  ~LinuxProcess() override {
    kill_tree();
    (void)::waitpid(pid_, nullptr, 0);
  }

  LinuxProcess(const LinuxProcess&) = delete;
  LinuxProcess& operator=(const LinuxProcess&) = delete;

  unsigned long pid() const override { return static_cast<unsigned long>(pid_); }
  bool pinned() const override { return pinned_; }

  std::size_t read(Stream stream, std::span<char> into) override {
    const int source = stream == Stream::output ? output_.get() : errors_.get();
    std::array<pollfd, 2> waits{{{source, POLLIN, 0}, {stop_reads_.get(), POLLIN, 0}}};
    for (;;) {
      if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) {
        return 0;
      }
      if (waits[0].revents != 0) {
        const auto bytes = ::read(source, into.data(), into.size());
        return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
      }
      if (waits[1].revents != 0) {
        return 0;
      }
    }
  }

  void stop_reading() override { stop_writes_.reset(); }

  ExitStatus wait_for_end() override {
    siginfo_t information{};
    while (::waitid(P_PID, static_cast<id_t>(pid_), &information, WEXITED | WNOWAIT) != 0) {
      if (errno != EINTR) {
        fail("waitid", errno);
      }
    }
    if (information.si_code == CLD_EXITED) {
      return {information.si_status, std::nullopt};
    }
    return {128 + information.si_status, information.si_status};
  }

  void interrupt() override { (void)::kill(-pid_, SIGINT); }
  void kill_tree() override { (void)::kill(-pid_, SIGKILL); }

 private:
  void start_child(const ProcessStart& start, const Pipe& output, const Pipe& errors,
                   Pipe& report) {
    const auto program = start.program.string();
    std::vector<std::string> words{program};
    words.insert(words.end(), start.arguments.begin(), start.arguments.end());
    auto variables = environment_with(start);
    auto argument_pointers = pointers_to(words);
    auto environment_pointers = pointers_to(variables);
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(start.core.value_or(0), &cores);
    const Prepared prepared{
        program.c_str(),     argument_pointers.data(),     environment_pointers.data(),
        output.writes.get(), errors.writes.get(),          report.writes.get(),
        ::getpid(),          start.core ? &cores : nullptr};
    pid_ = ::fork();
    if (pid_ < 0) {
      fail("fork", errno);
    }
    if (pid_ == 0) {
      become(prepared);
    }
    // Also here, so that a kill right after this cannot come before the child's own call.
    (void)::setpgid(pid_, pid_);
    report.writes.reset();
    int error = 0;
    if (::read(report.reads.get(), &error, sizeof(error)) == sizeof(error)) {
      (void)::waitpid(pid_, nullptr, 0);
      fail("cannot start " + program, error);
    }
    note_pinning(start);
  }

  void note_pinning(const ProcessStart& start) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    pinned_ = start.core && ::sched_getaffinity(pid_, sizeof(cores), &cores) == 0 &&
              CPU_COUNT(&cores) == 1 && CPU_ISSET(*start.core, &cores);
  }

  pid_t pid_ = -1;
  bool pinned_ = false;
  FileDescriptor output_;
  FileDescriptor errors_;
  FileDescriptor stop_reads_;
  FileDescriptor stop_writes_;
};

}  // namespace

std::unique_ptr<NativeProcess> start_native(const ProcessStart& start) {
  return std::make_unique<LinuxProcess>(start);
}

}  // namespace workshop
