#include "program_under_test.hpp"

#include <stdexcept>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "workshop/programs.hpp"

namespace programs {
namespace {

constexpr std::chrono::milliseconds kPatience{20'000};
constexpr DWORD kSilenceMs = 10'000;
constexpr std::string_view kListening = "listening on ";

std::vector<std::string> on_any_port(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "0");
  return arguments;
}

SOCKADDR_IN wait_for_address(workshop::ChildProcess& process) {
  const auto line =
      process.wait_for_line([](auto text) { return text.starts_with(kListening); }, kPatience);
  if (!line) throw std::runtime_error("does not listen: " + process.output() + process.errors());
  SOCKADDR_IN address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<u_short>(std::stoi(line->substr(kListening.size()))));
  return address;
}

std::string end_of(workshop::ChildProcess& process) {
  const auto status = process.wait(kPatience);
  if (!status) throw std::runtime_error("does not end: " + process.output() + process.errors());
  if (!status->succeeded()) {
    throw std::runtime_error(describe(*status) + ": " + process.output() + process.errors());
  }
  const auto lines = process.lines();
  return lines.empty() ? "" : lines.back();
}

}  // namespace

ServerProgram::ServerProgram(const std::string& name, std::vector<std::string> arguments)
    : process_({workshop::program_path(name), on_any_port(std::move(arguments)), {}, {}}),
      address_(wait_for_address(process_)) {}

std::string ServerProgram::last_line() {
  return end_of(process_);
}

std::string run(const std::string& name, std::vector<std::string> arguments) {
  workshop::ChildProcess process({workshop::program_path(name), std::move(arguments), {}, {}});
  return end_of(process);
}

Client::Client(int type, const SOCKADDR_IN& server) : socket_(::socket(AF_INET, type, 0)) {
  const DWORD limit = kSilenceMs;
  EXPECT_EQ(setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, reinterpret_cast<const char*>(&limit),
                       sizeof limit),
            0);
  EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&server), sizeof server), 0)
      << WSAGetLastError();
}

Client::~Client() {
  if (socket_ != INVALID_SOCKET) closesocket(socket_);
}

Client::Client(Client&& other) noexcept : socket_(std::exchange(other.socket_, INVALID_SOCKET)) {}

void Client::send(const std::string& text) {
  EXPECT_EQ(::send(socket_, text.data(), static_cast<int>(text.size()), 0),
            static_cast<int>(text.size()))
      << WSAGetLastError();
}

std::string Client::receive(std::size_t bytes) {
  std::string all(bytes, '\0');
  std::size_t got = 0;
  while (got < bytes) {
    const int more = recv(socket_, all.data() + got, static_cast<int>(bytes - got), 0);
    if (more <= 0) break;
    got += static_cast<std::size_t>(more);
  }
  all.resize(got);
  return all;
}

void Client::finish() {
  EXPECT_EQ(shutdown(socket_, SD_SEND), 0) << WSAGetLastError();
}

}  // namespace programs
