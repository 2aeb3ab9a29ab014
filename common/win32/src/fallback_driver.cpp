#include "fallback_driver.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "driver.hpp"
#include "kernel_entries.hpp"

namespace win32 {
namespace {

constexpr auto kLook = std::chrono::milliseconds(1);
constexpr int kQuietLooksBeforeSleep = 20;

}  // namespace

FallbackDriver& FallbackDriver::instance() {
  static auto* const driver = new FallbackDriver;  // its thread runs until the process ends
  return *driver;
}

void FallbackDriver::add(const std::shared_ptr<Driver>& driver) {
  const std::lock_guard lock(mutex_);
  std::erase_if(drivers_, [](const auto& weak) { return weak.expired(); });
  drivers_.push_back(driver);
  if (!started_) {
    started_ = true;
    std::thread([this] { run(); }).detach();
  }
}

void FallbackDriver::rouse() {
  count_kernel_entry();
  asleep_.store(false);
  asleep_.notify_one();
}

void FallbackDriver::run() {
  pthread_setname_np(pthread_self(), "fallback-driver");
  int quiet = 0;
  for (;;) {
    const Ticks since = now_ticks() - ticks_of_microseconds(1000);
    quiet = look_after(since) ? 0 : quiet + 1;
    if (quiet < kQuietLooksBeforeSleep) {
      std::this_thread::sleep_for(kLook);
      continue;
    }
    asleep_.store(true);
    // Whoever left a driver before that store did not wake us: look once more.
    if (anything_unled()) asleep_.store(false);
    asleep_.wait(true);
    quiet = 0;
  }
}

bool FallbackDriver::look_after(Ticks since) {
  bool unled = false;
  for (const auto& driver : drivers()) {
    if (!driver->has_watches() || driver->led()) continue;
    unled = true;
    if (driver->neglected(since)) driver->turn_without_waiting();
  }
  return unled;
}

bool FallbackDriver::anything_unled() {
  return std::ranges::any_of(drivers(),
                             [](const auto& d) { return d->has_watches() && !d->led(); });
}

std::vector<std::shared_ptr<Driver>> FallbackDriver::drivers() {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Driver>> alive;
  for (const auto& weak : drivers_) {
    if (auto driver = weak.lock()) alive.push_back(std::move(driver));
  }
  return alive;
}

}  // namespace win32
