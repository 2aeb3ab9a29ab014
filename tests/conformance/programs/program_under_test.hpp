// A server program: started on a port of the system's choice, talked to, and read to its last line.
#pragma once

#include <string>
#include <vector>

#include "rio/windows_api.hpp"
#include "workshop/child_process.hpp"

namespace programs {

class ServerProgram {
 public:
  // Waits until the program says where it listens.
  // @throws std::runtime_error with what the program printed when it does not.
  explicit ServerProgram(const std::string& name, std::vector<std::string> arguments = {});

  [[nodiscard]] SOCKADDR_IN address() const { return address_; }
  // The last line of a program that has ended well.
  // @throws std::runtime_error when it does not end, or not with 0.
  [[nodiscard]] std::string last_line();

 private:
  workshop::ChildProcess process_;
  SOCKADDR_IN address_;
};

// The last line of a program that needs nobody.
[[nodiscard]] std::string run(const std::string& name, std::vector<std::string> arguments = {});

// A socket that reports how it fares, and closes itself.
class Client {
 public:
  Client(int type, const SOCKADDR_IN& server);
  ~Client();
  Client(Client&& other) noexcept;
  Client& operator=(Client&&) = delete;

  void send(const std::string& text);
  // Receives so many bytes, or less when the other end is over or silent for a few seconds.
  [[nodiscard]] std::string receive(std::size_t bytes);
  void finish();  // nothing more to send

 private:
  SOCKET socket_;
};

}  // namespace programs
