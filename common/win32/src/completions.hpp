// Results of one move, on their way to the port: pushed together, under one lock.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "port.hpp"

namespace win32 {

class Completions {
 public:
  explicit Completions(std::shared_ptr<Port> port) : port_(std::move(port)) {}
  ~Completions() { flush(); }
  Completions(const Completions&) = delete;
  Completions& operator=(const Completions&) = delete;

  void add(const Packet& packet) {
    if (count_ == packets_.size()) flush();
    packets_[count_++] = packet;
  }

 private:
  void flush() {
    if (count_ > 0 && port_) port_->push(std::span(packets_.data(), count_));
    count_ = 0;
  }

  std::shared_ptr<Port> port_;
  std::array<Packet, 64> packets_;
  std::size_t count_ = 0;
};

}  // namespace win32
