// A queue in one piece of memory that grows by doubling: no allocation while it keeps its size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace win32 {

template <typename T>
class Ring {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T& operator[](std::size_t index) { return items_[place(index)]; }
  [[nodiscard]] T& front() { return items_[first_]; }

  void push_back(T&& item) {
    if (size_ == capacity_) grow();
    items_[place(size_)] = std::move(item);
    ++size_;
  }
  void pop_front(std::size_t count = 1) {
    for (std::size_t i = 0; i < count; ++i)
      items_[place(i)] = T{};
    first_ = place(count);
    size_ -= count;
  }
  // Takes out what `goes` says yes to, in order; the rest keeps its order.
  template <typename Goes, typename Taken>
  void extract(const Goes& goes, const Taken& taken) {
    for (std::size_t left = size_; left > 0; --left) {
      T item = std::move(front());
      pop_front();
      if (goes(item)) {
        taken(item);
      } else {
        push_back(std::move(item));
      }
    }
  }
  void clear() { pop_front(size_); }

 private:
  [[nodiscard]] std::size_t place(std::size_t index) const {
    return (first_ + index) & (capacity_ - 1);
  }
  void grow() {
    const std::size_t capacity = std::max<std::size_t>(16, capacity_ * 2);
    auto items = std::make_unique<T[]>(capacity);
    for (std::size_t i = 0; i < size_; ++i)
      items[i] = std::move((*this)[i]);
    items_ = std::move(items);
    capacity_ = capacity;
    first_ = 0;
  }

  std::unique_ptr<T[]> items_;
  std::size_t capacity_ = 0;  // a power of two
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace win32
