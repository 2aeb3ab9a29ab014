// Why nothing happens: mistakes that are none before the program waits.

#include "ledger.hpp"

namespace rio::strict {
namespace {

Mistake stalled(Rule rule, std::string object, const char* call, const std::string& what) {
  std::string sentence = object + ", " + call + ": " + what;
  return {rule, std::move(object), call, std::move(sentence)};
}

void add_stalled(const CompletionQueue& queue, std::vector<Mistake>& found) {
  if (!queue.notifies || queue.outstanding == 0) return;
  const std::string requests = std::to_string(queue.outstanding) + " requests are outstanding";
  if (!queue.asked) {
    found.push_back(stalled(Rule::notify_before_waiting, name_of(queue), "RIONotify",
                            requests + ", and RIONotify was not called since results were last "
                                       "dequeued: no notification will come"));
  } else if (queue.silent == queue.outstanding) {
    found.push_back(stalled(Rule::silent_requests_do_not_notify, name_of(queue), "RIONotify",
                            requests + ", all with RIO_MSG_DONT_NOTIFY: none of them will notify"));
  }
}

void add_stalled(const RequestQueue& queue, std::vector<Mistake>& found) {
  const ULONG waiting = queue.uncommitted();
  if (waiting == 0) return;
  found.push_back(stalled(Rule::deferred_needs_a_commit, name_of(queue), "RIO_MSG_DEFER",
                          std::to_string(waiting) +
                              " requests were deferred and never committed: they need a post of "
                              "their direction without the flag, or RIO_MSG_COMMIT_ONLY"));
}

}  // namespace
}  // namespace rio::strict

namespace rio {

std::vector<Mistake> find_stalled() {
  std::vector<Mistake> found;
  auto& known = strict::Ledger::instance();
  const std::lock_guard lock(known.mutex);
  for (const auto& [handle, queue] : known.completion_queues)
    strict::add_stalled(*queue, found);
  for (const auto& [handle, queue] : known.request_queues)
    strict::add_stalled(*queue, found);
  return found;
}

}  // namespace rio
