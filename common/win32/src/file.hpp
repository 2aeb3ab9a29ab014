// A file: a descriptor, a position, and where the results of overlapped calls go.
//
// The kernel reads and writes files without being asked twice, so an overlapped call is done when
// it returns; a port gets its packet all the same, as on Windows when the cache has the data.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "port.hpp"
#include "waitable.hpp"
#include "win32/winsock_types.h"

namespace win32 {

class File : public Waitable {
 public:
  File(int fd, bool overlapped, bool owned)
      : Waitable(Kind::file), fd_(fd), overlapped_(overlapped), owned_(owned) {}
  ~File() override;
  static bool is_kind(Kind kind) { return kind == Kind::file; }

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool overlapped() const { return overlapped_; }
  [[nodiscard]] bool attach(const std::shared_ptr<Port>& port, ULONG_PTR key);
  void set_notification_modes(unsigned flags);

  struct Outcome {
    NTSTATUS status;
    DWORD bytes;
  };
  // At the block's offset, or at the file's own position without a block.
  [[nodiscard]] Outcome read(void* data, DWORD bytes, const OVERLAPPED* overlapped);
  [[nodiscard]] Outcome write(const void* data, DWORD bytes, const OVERLAPPED* overlapped);
  // Stores an outcome in the block and tells the event and the port of it.
  void report(OVERLAPPED& overlapped, const Outcome& outcome, bool packet);

 private:
  const int fd_;
  const bool overlapped_;
  const bool owned_;

  std::mutex mutex_;
  // Guarded by mutex_:
  std::shared_ptr<Port> port_;
  ULONG_PTR key_ = 0;
  unsigned notification_modes_ = 0;
};

}  // namespace win32
