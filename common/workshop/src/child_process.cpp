// A child has three threads here: one for each of its output streams and one that waits for its
// end. They feed one state under one mutex; whoever waits sleeps on the condition variable. So
// a caller never polls, and a full pipe never blocks the child.

#include "workshop/child_process.hpp"

#include "native_process.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace workshop {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kept_bytes = std::size_t{16} << 20;
/// A grandchild may hold a pipe open after the child's end; its output is not ours to wait for.
constexpr std::chrono::milliseconds rest_of_output{1000};

std::string without_carriage_return(std::string line) {
  if (!line.empty() && line.back() == '\r') {
    line.pop_back();
  }
  return line;
}

}  // namespace

class ChildProcess::Impl {
 public:
  explicit Impl(const ProcessStart& start) : native_(start_native(start)) {
    output_reader_ = std::jthread([this] { read_all(NativeProcess::Stream::output, output_); });
    errors_reader_ = std::jthread([this] { read_all(NativeProcess::Stream::errors, errors_); });
    waiter_ = std::jthread([this] { await_end(); });
  }

  ~Impl() {
    native_->kill_tree();
    waiter_.join();
    native_->stop_reading();
    output_reader_.join();
    errors_reader_.join();
  }

  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  NativeProcess& native() { return *native_; }

  std::optional<std::string> wait_for_line(const std::function<bool(std::string_view)>& matches,
                                           Clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    for (;;) {
      while (auto line = next_line()) {
        if (matches(*line)) {
          return line;
        }
      }
      if (output_.ended || changed_.wait_until(lock, deadline) == std::cv_status::timeout) {
        return last_chance(matches);
      }
    }
  }

  std::optional<ExitStatus> wait(Clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_until(lock, deadline, [this] { return status_.has_value(); })) {
      return std::nullopt;
    }
    changed_.wait_for(lock, rest_of_output, [this] { return output_.ended && errors_.ended; });
    return status_;
  }

  std::string output() const { return text_of(output_); }
  std::string errors() const { return text_of(errors_); }

 private:
  struct Captured {
    std::string text;
    bool ended = false;
  };

  std::string text_of(const Captured& captured) const {
    const std::scoped_lock lock(mutex_);
    return captured.text;
  }

  // The output may have grown between the last look and the time-out.
  std::optional<std::string> last_chance(const std::function<bool(std::string_view)>& matches) {
    while (auto line = next_line()) {
      if (matches(*line)) {
        return line;
      }
    }
    return std::nullopt;
  }

  std::optional<std::string> next_line() {
    auto end = output_.text.find('\n', looked_at_);
    if (end == std::string::npos) {
      if (!output_.ended || looked_at_ == output_.text.size()) {
        return std::nullopt;
      }
      end = output_.text.size();
    }
    auto line = output_.text.substr(looked_at_, end - looked_at_);
    looked_at_ = std::min(end + 1, output_.text.size());
    return without_carriage_return(std::move(line));
  }

  void read_all(NativeProcess::Stream stream, Captured& captured) {
    std::array<char, 16 * 1024> chunk{};
    std::size_t bytes = 0;
    while ((bytes = native_->read(stream, chunk)) > 0) {
      const std::scoped_lock lock(mutex_);
      captured.text.append(
          chunk.data(), std::min(bytes, kept_bytes - std::min(kept_bytes, captured.text.size())));
      changed_.notify_all();
    }
    const std::scoped_lock lock(mutex_);
    captured.ended = true;
    changed_.notify_all();
  }

  void await_end() {
    const auto status = native_->wait_for_end();
    const std::scoped_lock lock(mutex_);
    status_ = status;
    changed_.notify_all();
  }

  const std::unique_ptr<NativeProcess> native_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  Captured output_;
  Captured errors_;
  std::size_t looked_at_ = 0;
  std::optional<ExitStatus> status_;

  std::jthread output_reader_;
  std::jthread errors_reader_;
  std::jthread waiter_;
};

ChildProcess::ChildProcess(const ProcessStart& start) : impl_(std::make_unique<Impl>(start)) {}
ChildProcess::~ChildProcess() = default;
ChildProcess::ChildProcess(ChildProcess&&) noexcept = default;
ChildProcess& ChildProcess::operator=(ChildProcess&&) noexcept = default;

unsigned long ChildProcess::pid() const {
  return impl_->native().pid();
}
bool ChildProcess::pinned() const {
  return impl_->native().pinned();
}
void ChildProcess::interrupt() {
  impl_->native().interrupt();
}
void ChildProcess::kill_tree() {
  impl_->native().kill_tree();
}
std::string ChildProcess::output() const {
  return impl_->output();
}
std::string ChildProcess::errors() const {
  return impl_->errors();
}

std::optional<std::string> ChildProcess::wait_for_line(
    const std::function<bool(std::string_view)>& matches, std::chrono::milliseconds limit) {
  return impl_->wait_for_line(matches, Clock::now() + limit);
}

std::optional<ExitStatus> ChildProcess::wait(std::chrono::milliseconds limit) {
  return impl_->wait(Clock::now() + limit);
}

std::vector<std::string> ChildProcess::lines() const {
  const auto text = impl_->output();
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    lines.push_back(without_carriage_return(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

Finished run_to_end(const ProcessStart& start, std::chrono::milliseconds limit) {
  ChildProcess child(start);
  Finished finished;
  finished.status = child.wait(limit);
  if (!finished.status) {
    child.kill_tree();
    (void)child.wait(rest_of_output);
  }
  finished.output = child.output();
  finished.errors = child.errors();
  return finished;
}

}  // namespace workshop
