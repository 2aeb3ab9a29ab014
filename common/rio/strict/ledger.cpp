#include "ledger.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace rio::strict {

ULONG RequestQueue::outstanding(bool sends) const {
  return static_cast<ULONG>(std::ranges::count(in_flight, sends, &Request::send));
}

ULONG RequestQueue::uncommitted() const {
  return static_cast<ULONG>(std::ranges::count(in_flight, true, &Request::deferred));
}

void RequestQueue::commit(bool sends) {
  for (Request& request : in_flight) {
    if (request.send == sends) request.deferred = false;
  }
}

Ledger& Ledger::instance() {
  static auto* const ledger = new Ledger;  // tables are used until the process ends
  return *ledger;
}

void Ledger::reset(const RIO_EXTENSION_FUNCTION_TABLE& provider, MistakeHandler handler) {
  const std::lock_guard lock(mutex);
  provider_ = provider;
  handler_ = std::move(handler);
  buffers.clear();
  completion_queues.clear();
  request_queues.clear();
  replaced.clear();
  small_registrations = buffers_made = completion_queues_made = request_queues_made = 0;
}

void Ledger::report(Rule rule, std::string object, std::string_view call,
                    std::string_view what) const {
  std::string sentence = object + ", " + std::string(call) + ": " + std::string(what);
  if (handler_) handler_({rule, std::move(object), std::string(call), std::move(sentence)});
}

std::string name_of(const Buffer& buffer) {
  return "buffer " + std::to_string(buffer.number);
}
std::string name_of(const CompletionQueue& queue) {
  return "CQ " + std::to_string(queue.number);
}
std::string name_of(const RequestQueue& queue) {
  return "RQ " + std::to_string(queue.number);
}

}  // namespace rio::strict

namespace rio {

void print_mistake(const Mistake& mistake) {
  std::fprintf(stderr, "strict: %s\n", mistake.sentence.c_str());
}

std::string_view name_of(Rule rule) {
  switch (rule) {
    case Rule::socket_needs_the_flag:
      return "socket-needs-the-flag";
    case Rule::buffer_id_must_be_valid:
      return "buffer-id-must-be-valid";
    case Rule::one_buffer_per_request:
      return "one-buffer-per-request";
    case Rule::completion_queue_must_hold_all:
      return "completion-queue-must-hold-all";
    case Rule::outstanding_limit:
      return "outstanding-limit";
    case Rule::notify_is_one_shot:
      return "notify-is-one-shot";
    case Rule::notify_before_waiting:
      return "notify-before-waiting";
    case Rule::event_must_be_reset:
      return "event-must-be-reset";
    case Rule::silent_requests_do_not_notify:
      return "silent-requests-do-not-notify";
    case Rule::deferred_needs_a_commit:
      return "deferred-needs-a-commit";
    case Rule::commit_only_stands_alone:
      return "commit-only-stands-alone";
    case Rule::one_thread_dequeues:
      return "one-thread-dequeues";
    case Rule::one_thread_posts:
      return "one-thread-posts";
    case Rule::slice_belongs_to_its_request:
      return "slice-belongs-to-its-request";
    case Rule::send_must_not_change:
      return "send-must-not-change";
    case Rule::deregister_when_unused:
      return "deregister-when-unused";
    case Rule::close_when_unused:
      return "close-when-unused";
    case Rule::address_needs_28_bytes:
      return "address-needs-28-bytes";
    case Rule::control_needs_its_length:
      return "control-needs-its-length";
    case Rule::register_few_and_large:
      return "register-few-and-large";
    case Rule::notification_needs_an_overlapped:
      return "notification-needs-an-overlapped";
    case Rule::slice_inside_its_buffer:
      return "slice-inside-its-buffer";
  }
  return "";
}

}  // namespace rio
