// Four promises of each owner: moving empties the source, assigning closes the old one first,
// self-assignment keeps it, release and reset do what they say.

#include <gtest/gtest.h>

#include <utility>

#include "harness/unique_handle.hpp"
#include "harness/unique_socket.hpp"

namespace harness {
namespace {

UniqueHandle open_event() {
  return UniqueHandle{CreateEventA(nullptr, TRUE, FALSE, nullptr)};
}

UniqueSocket open_socket() {
  return UniqueSocket{socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP)};
}

bool is_open(HANDLE event) {
  return SetEvent(event) != FALSE;
}

bool is_open(SOCKET socket) {
  int type = 0;
  int bytes = sizeof type;
  return getsockopt(socket, SOL_SOCKET, SO_TYPE, reinterpret_cast<char*>(&type), &bytes) == 0;
}

template <typename Owner>
void assign_to_itself(Owner& owner) {
  Owner& alias = owner;
  owner = std::move(alias);
}

TEST(UniqueHandle, GivesItsHandleToWhoeverItIsMovedTo) {
  UniqueHandle first = open_event();
  const HANDLE handle = first.get();
  const UniqueHandle second = std::move(first);
  EXPECT_EQ(second.get(), handle);
  EXPECT_TRUE(is_open(handle));
}

TEST(UniqueHandle, ClosesItsOldHandleWhenAssigned) {
  UniqueHandle handle = open_event();
  const HANDLE old = handle.get();
  UniqueHandle other = open_event();
  handle = std::move(other);
  EXPECT_FALSE(is_open(old));
  EXPECT_TRUE(is_open(handle.get()));
}

TEST(UniqueHandle, SurvivesAssignmentToItself) {
  UniqueHandle handle = open_event();
  assign_to_itself(handle);
  EXPECT_TRUE(is_open(handle.get()));
}

TEST(UniqueHandle, ReleasesWithoutClosingAndResetsByClosing) {
  UniqueHandle first = open_event();
  UniqueHandle second{first.release()};
  EXPECT_EQ(first.get(), nullptr);
  const HANDLE handle = second.get();
  EXPECT_TRUE(is_open(handle));
  second.reset();
  EXPECT_FALSE(is_open(handle));
}

TEST(UniqueSocket, GivesItsSocketToWhoeverItIsMovedTo) {
  UniqueSocket first = open_socket();
  const SOCKET socket = first.get();
  const UniqueSocket second = std::move(first);
  EXPECT_EQ(second.get(), socket);
  EXPECT_TRUE(is_open(socket));
}

TEST(UniqueSocket, ClosesItsOldSocketWhenAssigned) {
  UniqueSocket socket = open_socket();
  const SOCKET old = socket.get();
  UniqueSocket other = open_socket();
  socket = std::move(other);
  EXPECT_FALSE(is_open(old));
  EXPECT_TRUE(is_open(socket.get()));
}

TEST(UniqueSocket, SurvivesAssignmentToItself) {
  UniqueSocket socket = open_socket();
  assign_to_itself(socket);
  EXPECT_TRUE(is_open(socket.get()));
}

TEST(UniqueSocket, ReleasesWithoutClosingAndResetsByClosing) {
  UniqueSocket first = open_socket();
  UniqueSocket second{first.release()};
  EXPECT_EQ(first.get(), INVALID_SOCKET);
  const SOCKET socket = second.get();
  EXPECT_TRUE(is_open(socket));
  second.reset();
  EXPECT_FALSE(is_open(socket));
}

}  // namespace
}  // namespace harness
