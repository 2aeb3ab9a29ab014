#include "harness/run.hpp"

#include <algorithm>

#include "guard.hpp"
#include "harness/chapter.hpp"
#include "harness/error.hpp"
#include "interrupts.hpp"
#include "kernel_entries.hpp"
#include "report.hpp"

namespace harness {

Run::Run(const Options& options, const Chapter& chapter)
    : options_(options),
      chapter_(chapter),
      stop_event_(CreateEventA(nullptr, TRUE, FALSE, nullptr)),
      work_iterations_(options.work_iterations) {
  check(stop_event_.get() != nullptr, "CreateEventA");
  for (unsigned thread = 0; thread < options.threads; ++thread) {
    counters_.push_back(std::make_unique<Counter>(*this, sequence_budget_));
  }
}

Run::~Run() {
  serve_returned();
  Interrupts::instance().disarm();
}

void Run::ready(SOCKET bound_socket) {
  SOCKADDR_INET address{};
  int bytes = sizeof address;
  check(getsockname(bound_socket, reinterpret_cast<sockaddr*>(&address), &bytes) == 0,
        "getsockname");
  socket_ = bound_socket;
  Interrupts::instance().arm(*this);
  guard_ = std::make_unique<Guard>(*this, address);
  print_ready(chapter_, options_, address);
}

void Run::stop(StopReason reason) {
  auto none = StopReason::none;
  if (!reason_.compare_exchange_strong(none, reason)) return;
  at_end_ = process_figures();
  if (socket_ != INVALID_SOCKET) drops_ = socket_buffer_drops(socket_);
  // The rest of a batch is still counted, but a server that works long on each ends at once.
  set_work_iterations(0);
  // release: whoever sees the end sees the figures taken at it
  running_.store(false, std::memory_order_release);
  SetEvent(stop_event_.get());
}

void Run::first_datagram() {
  if (!started_.exchange(true)) at_start_ = process_figures();
}

void Run::stop_at_datagram(DWORD bytes, bool is_mark) {
  if (running() && !is_mark) odd_stop_bytes_.store(bytes);
  stop(StopReason::stop_datagram);
}

std::uint64_t Run::datagrams() const {
  std::uint64_t sum = 0;
  for (const auto& counter : counters_) {
    sum += counter->figures().datagrams;
  }
  return sum;
}

void Run::serve_returned() {
  guard_.reset();
}

}  // namespace harness
