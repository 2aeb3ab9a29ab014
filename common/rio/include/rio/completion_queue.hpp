/// @file
/// @brief Owner of a RIO completion queue.
#pragma once

#include "rio/windows_api.hpp"

namespace rio {

/// Closes its completion queue at the end of its life.
///
/// Declare it before the socket whose request queue uses it: members and locals die in reverse
/// order, and the socket has to go first, or its last results are dropped.
class CompletionQueue {
 public:
  /// Takes over what `RIOCreateCompletionQueue` returned.
  /// @par Errors
  ///   ApiError with the thread's last error when `acquired` is RIO_INVALID_CQ.
  CompletionQueue(const RIO_EXTENSION_FUNCTION_TABLE& rio, RIO_CQ acquired);
  ~CompletionQueue() { reset(); }

  CompletionQueue(CompletionQueue&& other) noexcept;
  CompletionQueue& operator=(CompletionQueue&& other) noexcept;
  CompletionQueue(const CompletionQueue&) = delete;
  CompletionQueue& operator=(const CompletionQueue&) = delete;

  [[nodiscard]] RIO_CQ get() const { return queue_; }

  /// Gives the queue away; the caller closes it.
  [[nodiscard]] RIO_CQ release() noexcept;
  /// Closes the queue now.
  void reset() noexcept;

 private:
  LPFN_RIOCLOSECOMPLETIONQUEUE close_;
  RIO_CQ queue_;
};

}  // namespace rio
