// The fuzzer's entry: the input's bytes are steps, dealt out to three threads.

#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "world.hpp"

namespace {

constexpr std::size_t kThreads = 3;
constexpr std::size_t kMostBytes = 3000;
constexpr std::size_t kBytesPerStep = 3;

void drive(fuzz::World& world, std::span<const std::uint8_t> bytes, std::size_t thread) {
  for (std::size_t i = thread * kBytesPerStep; i + kBytesPerStep <= bytes.size();
       i += kThreads * kBytesPerStep) {
    world.step(bytes[i], bytes[i + 1], bytes[i + 2]);
  }
}

void start_winsock() {
  static const bool started = [] {
    WSADATA data;
    return WSAStartup(MAKEWORD(2, 2), &data) == 0;
  }();
  if (!started) fuzz::broken("Winsock starts", 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
  if (bytes > kMostBytes) return 0;
  start_winsock();
  fuzz::World world;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] { drive(world, {data, bytes}, i); });
  for (std::thread& thread : threads)
    thread.join();
  world.finish();
  return 0;
}
