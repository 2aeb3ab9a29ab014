/// @file
/// @brief Strict mode: a function table that watches its caller.
///
/// RIO trusts its callers: two threads in one queue, a slice used twice, a buffer deregistered too
/// early are not refused, they corrupt. The strict table stands before any provider's, passes every
/// call on unchanged, and reports what the rules forbid, in one sentence that names the object, the
/// call and the rule. What it cannot see is listed in docs/strict.md.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rio/windows_api.hpp"

namespace rio {

/// Which rule was broken.
enum class Rule {
  socket_needs_the_flag,
  buffer_id_must_be_valid,
  one_buffer_per_request,
  completion_queue_must_hold_all,
  outstanding_limit,
  notify_is_one_shot,
  notify_before_waiting,
  event_must_be_reset,
  silent_requests_do_not_notify,
  deferred_needs_a_commit,
  commit_only_stands_alone,
  one_thread_dequeues,
  one_thread_posts,
  slice_belongs_to_its_request,
  send_must_not_change,
  deregister_when_unused,
  close_when_unused,
  address_needs_28_bytes,
  control_needs_its_length,
  register_few_and_large,
  notification_needs_an_overlapped,
  slice_inside_its_buffer,
};

/// One broken rule.
struct Mistake {
  Rule rule;
  std::string object;    ///< "CQ 1", "RQ 2", "buffer 3": numbered in the order they were made
  std::string call;      ///< the function that was called
  std::string sentence;  ///< object, call and rule, for people
};

using MistakeHandler = std::function<void(const Mistake&)>;

/// @brief Puts the strict table before a provider's.
///
/// @param provider the thirteen functions that do the work; one provider per process
/// @param handler gets every mistake as it happens, on the thread that made it; may be called by
///        several threads at once
/// @return a table to use instead of the provider's.
/// @par Threads
///   Call it before the first use of the table.
/// @par Lifetime
///   The table is valid for the whole process. Calling it again replaces provider and handler and
///   forgets every object.
[[nodiscard]] RIO_EXTENSION_FUNCTION_TABLE make_strict(const RIO_EXTENSION_FUNCTION_TABLE& provider,
                                                       MistakeHandler handler);

/// @brief Why does nothing happen? For a program that hangs: queues whose notification nobody has
///        asked for, requests that were never committed or never notify.
/// @par Threads
///   Any.
[[nodiscard]] std::vector<Mistake> find_stalled();

/// @brief Prints a mistake's sentence to standard error. The handler for programs.
void print_mistake(const Mistake& mistake);

/// What is the rule called in texts?
[[nodiscard]] std::string_view name_of(Rule rule);

}  // namespace rio
