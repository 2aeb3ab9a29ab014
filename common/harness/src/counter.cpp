#include "harness/counter.hpp"

#include <string_view>

#include "harness/run.hpp"
#include "harness/stop_mark.hpp"
#include "harness/work.hpp"

namespace harness {
namespace {

bool is_truncation(DWORD status) {
  return status == WSAEMSGSIZE || status == ERROR_MORE_DATA;
}

}  // namespace

Counter::Counter(Run& run, SequenceBudget& budget)
    : run_(run), agreed_bytes_(run.options().datagram_bytes), sequences_(budget) {}

bool Counter::count(const char* payload, DWORD bytes, DWORD status) {
  if (status == 0 && bytes == agreed_bytes_) [[likely]] {
    count_datagram(payload, bytes);
  } else {
    count_unusual(payload, bytes, status);
  }
  return run_.running();
}

void Counter::count_datagram(const char* payload, DWORD bytes) {
  if (clock_.datagram()) run_.first_datagram();
  datagrams_.add(1);
  bytes_.add(bytes);
  if (payload != nullptr && bytes >= SequenceTracker::kHeaderBytes) {
    sequences_.mark(payload);
  } else {
    sequences_.mark_unsequenced();
  }
  if (const std::uint32_t iterations = run_.work_iterations(); iterations > 0) {
    work_value_ = work(work_value_, iterations);
  }
}

void Counter::count_unusual(const char* payload, DWORD bytes, DWORD status) {
  if (is_truncation(status)) {
    truncated_.add(1);
    // A blocking call that failed leaves no length behind; the buffer is full all the same.
    count_datagram(payload, agreed_bytes_);
  } else if (status == 0 && bytes > agreed_bytes_) {
    truncated_.add(1);
    count_datagram(payload, bytes);
  } else if (status != 0) {
    failed_.add(1);
  } else if (bytes == 0) {
    empty_.add(1);
    count_datagram(payload, bytes);
  } else {
    run_.stop_at_datagram(bytes, payload == nullptr || is_stop_mark({payload, bytes}));
  }
}

void Counter::dequeued(ULONG results) {
  batches_.add(results);
}

void Counter::notified() {
  notifications_.add(1);
}

CounterFigures Counter::figures() const {
  return {datagrams_.get(), bytes_.get(),  empty_.get(),
          truncated_.get(), failed_.get(), notifications_.get()};
}

Batches Counter::batches() const {
  if (batches_.dequeues() > 0) return batches_;
  Batches singles;
  singles.add_single(datagrams_.get());
  return singles;
}

}  // namespace harness
