#pragma once

#include "workshop/child_process.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace workshop {

/// What a system must offer for ChildProcess. Each call but the waits returns at once.
class NativeProcess {
 public:
  enum class Stream { output, errors };

  virtual ~NativeProcess() = default;
  [[nodiscard]] virtual unsigned long pid() const = 0;
  [[nodiscard]] virtual bool pinned() const = 0;
  /// Waits for bytes. Returns 0 at the end of the stream and after stop_reading().
  [[nodiscard]] virtual std::size_t read(Stream stream, std::span<char> into) = 0;
  virtual void stop_reading() = 0;
  /// Waits for the program's end. Its number stays taken until this object goes.
  [[nodiscard]] virtual ExitStatus wait_for_end() = 0;
  virtual void interrupt() = 0;
  virtual void kill_tree() = 0;
};

[[nodiscard]] std::unique_ptr<NativeProcess> start_native(const ProcessStart& start);

}  // namespace workshop
