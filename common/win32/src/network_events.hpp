// WSAEventSelect: a socket's readiness, told to an event.
//
// Each kind of readiness is reported once and then waits until the call that belongs to it arms it
// again: FD_READ by a receive, FD_ACCEPT by an accept, FD_WRITE by a send that would have had to
// wait. The event's own driver watches the descriptor for what is armed, so whoever waits for the
// event finds out by itself.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>

#include "driver.hpp"

namespace win32 {

class Event;
class Socket;

// Windows' numbers.
enum NetworkEvent : long {
  kCanRead = 0x01,
  kCanSend = 0x02,
  kOutOfBand = 0x04,
  kCanAccept = 0x08,
  kConnected = 0x10,
  kClosed = 0x20,
};
inline constexpr std::size_t kNetworkEventKinds = 10;  // FD_MAX_EVENTS

class NetworkEvents {
 public:
  explicit NetworkEvents(Socket& socket) : socket_(socket) {}

  // Replaces what was selected before. nullptr or 0: nothing any more.
  void select(const std::shared_ptr<Event>& event, long events);
  void stop() { select(nullptr, 0); }
  [[nodiscard]] bool active();
  // What an accepted socket inherits.
  void copy_to(Socket& accepted);

  // The descriptor was found ready.
  void note(std::uint32_t ready);
  // A call was made that allows these to be reported again.
  void rearm(long events);

  struct Report {
    long events;
    std::array<int, kNetworkEventKinds> errors;  // Winsock codes, by bit number
  };
  // What has happened since the last report.
  [[nodiscard]] Report take();

 private:
  // All of these: mutex_ held.
  void record(long event, int error);
  void note_input();
  void note_output();
  void watch();
  [[nodiscard]] long armed_at_first() const;

  Socket& socket_;
  std::mutex mutex_;
  // Guarded by mutex_:
  std::shared_ptr<Event> event_;
  std::shared_ptr<Driver> driver_;
  long selected_ = 0;
  long armed_ = 0;
  std::uint32_t watched_ = 0;
  Report report_{};
};

}  // namespace win32
