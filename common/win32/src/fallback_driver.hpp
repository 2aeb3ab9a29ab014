// The fallback driver: one thread that drives what nobody drives.
//
// A program may post receives and then compute, poll OVERLAPPED::Internal, or wait for something
// unrelated; on Windows its requests complete meanwhile, so here somebody has to move them. The
// thread looks once a millisecond, drives only what has been neglected that long, and sleeps
// altogether while every driver has a leader or nothing to do. It never spins.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "ticks.hpp"

namespace win32 {

class Driver;

class FallbackDriver {
 public:
  static FallbackDriver& instance();

  void add(const std::shared_ptr<Driver>& driver);
  // Something may need driving from now on. Cheap while the thread is awake.
  void notice() {
    if (asleep_.load()) rouse();
  }

 private:
  FallbackDriver() = default;
  void rouse();
  void run();
  // Drives the neglected; is there anything left to look after?
  bool look_after(Ticks since);
  std::vector<std::shared_ptr<Driver>> drivers();
  [[nodiscard]] bool anything_unled();

  std::atomic<bool> asleep_{false};
  std::mutex mutex_;
  std::vector<std::weak_ptr<Driver>> drivers_;  // guarded by mutex_
  bool started_ = false;                        // guarded by mutex_
};

}  // namespace win32
