// A small world of sockets, a port and RIO queues, and a model of what the documentation promises
// for it: every accepted operation ends exactly once, with a status that it may have; a refused one
// never ends; posted packets come out once; a notification comes at most once per RIONotify.
//
// Several threads drive it at once. RIO's own rules for callers (one thread in a request queue, one
// in a completion queue) are kept by locks here; everything else may meet in any order.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "rio/function_table.hpp"
#include "rio/windows_api.hpp"

namespace fuzz {

// Ends the process with a sentence: the fuzzer keeps the input.
[[noreturn]] void end_with(const char* rule, unsigned long long value);
template <typename Value>
[[noreturn]] void broken(const char* rule, Value value) {
  end_with(rule, static_cast<unsigned long long>(value));
}

// One operation from its start to its end.
struct Record : OVERLAPPED {
  std::atomic<int> ends{0};
  bool accepted = false;  // an end must come
  std::array<char, 64> data{};
};

class World {
 public:
  World();
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // One step, chosen by three bytes.
  void step(std::uint8_t what, std::uint8_t which, std::uint8_t how);
  // Closes everything, collects what must come, and judges.
  void finish();

 private:
  static constexpr std::size_t kSockets = 3;
  static constexpr std::size_t kRioSockets = 2;
  static constexpr ULONG kReceives = 8;
  static constexpr ULONG kSends = 4;
  static constexpr ULONG kSlice = 64;
  static constexpr ULONG kSlices = 16;

  struct Plain {
    std::mutex mutex;
    SOCKET socket = INVALID_SOCKET;
    SOCKADDR_IN address{};
  };
  struct Registered {
    std::mutex mutex;  // of the request queue
    std::mutex dequeue_mutex;
    SOCKET socket = INVALID_SOCKET;
    SOCKADDR_IN address{};
    RIO_CQ results = RIO_INVALID_CQ;
    RIO_RQ queue = RIO_INVALID_RQ;
    ULONG receive_limit = kReceives;
    std::atomic<int> posted{0};
    std::atomic<int> ended{0};
    std::atomic<int> notifies{0};
    std::atomic<int> notified{0};
  };

  void open(Plain& plain);
  void open(Registered& registered);
  [[nodiscard]] Record& new_record();

  void receive(Plain& plain, std::uint8_t how);
  void cancel(Plain& plain, std::uint8_t how);
  void reopen(Plain& plain);
  void send_datagram(std::uint8_t which, std::uint8_t how);
  void post_packet(std::uint8_t how);
  void take_packets(std::uint8_t how);
  void note_packet(ULONG_PTR key, OVERLAPPED* overlapped, BOOL success, DWORD error, DWORD bytes);

  void rio_receive(Registered& registered, std::uint8_t how);
  void rio_send(Registered& registered, std::uint8_t how);
  void rio_dequeue(Registered& registered, std::uint8_t how);
  void rio_notify(Registered& registered);
  void rio_resize(Registered& registered, std::uint8_t how);
  void rio_reopen(Registered& registered);
  void rio_drain(Registered& registered);

  HANDLE port_ = nullptr;
  std::array<Plain, kSockets> plain_;
  std::array<Registered, kRioSockets> registered_;
  SOCKET sender_ = INVALID_SOCKET;
  RIO_EXTENSION_FUNCTION_TABLE rio_{};
  std::vector<char> memory_;
  RIO_BUFFERID buffer_ = RIO_INVALID_BUFFERID;
  std::mutex records_mutex_;
  std::deque<std::unique_ptr<Record>> records_;  // guarded by records_mutex_
  std::atomic<int> packets_posted_{0};
  std::atomic<int> packets_taken_{0};
};

}  // namespace fuzz
