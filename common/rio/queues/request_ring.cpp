#include "request_ring.hpp"

#include <new>

namespace rio {

bool RequestRing::create(ULONG capacity) {
  requests_.reset(capacity == 0 ? nullptr : new (std::nothrow) Request[capacity]);
  extras_.reset();
  capacity_ = capacity;
  return capacity == 0 || requests_ != nullptr;
}

void RequestRing::post(const Request& request, const Extras* extras) {
  if (extras != nullptr && !extras_) extras_ = std::make_unique<Extras[]>(capacity_);
  requests_[next_] = request;
  if (extras_) extras_[next_] = extras != nullptr ? *extras : Extras{};
  if (++next_ == capacity_) next_ = 0;
  __builtin_prefetch(&requests_[next_], 1);
  // Sequentially consistent: the poster goes on to look whether the mover has stopped listening,
  // and the mover, having said so, looks at the tail again. One of the two must see the other.
  tail_.store(tail_.load(std::memory_order_relaxed) + 1);
}

ULONG RequestRing::size() const {
  return static_cast<ULONG>(tail_.load() - head_);
}

const Extras* RequestRing::extras_at(ULONG index) const {
  return extras_ ? &extras_[place(index)] : nullptr;
}

bool RequestRing::change_capacity(ULONG capacity) {
  RequestRing larger;
  if (!larger.create(capacity)) return false;
  const ULONG count = size();
  for (ULONG i = 0; i < count; ++i)
    larger.post(at(i), extras_at(i));
  requests_ = std::move(larger.requests_);
  extras_ = std::move(larger.extras_);
  capacity_ = capacity;
  first_ = 0;
  next_ = larger.next_;
  return true;
}

void RequestRing::pop(ULONG count) {
  first_ = place(count);
  head_ += count;
}

}  // namespace rio
