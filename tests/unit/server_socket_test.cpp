#include "harness/server_socket.hpp"

#include <gtest/gtest.h>

#include "harness/slab.hpp"
#include "harness/system.hpp"
#include "test_run.hpp"

namespace harness {
namespace {

std::uint16_t port_of(SOCKET socket) {
  SOCKADDR_INET address{};
  int bytes = sizeof address;
  EXPECT_EQ(getsockname(socket, reinterpret_cast<sockaddr*>(&address), &bytes), 0);
  return ntohs(address.Ipv4.sin_port);
}

std::string failure_to_open(const Options& options) {
  try {
    const UniqueSocket socket = open_server_socket(options, 0);
  } catch (const StartFailed& failure) {
    return failure.what();
  }
  return {};
}

TEST(ServerSocket, IsBoundToAPortOfTheSystemsChoice) {
  const UniqueSocket socket = open_server_socket(test_options(), 0);
  EXPECT_NE(port_of(socket.get()), 0);
}

TEST(ServerSocket, NamesThePortThatIsTaken) {
  const UniqueSocket first = open_server_socket(test_options(), 0);
  Options options = test_options();
  options.port = port_of(first.get());
  const std::string failure = failure_to_open(options);
  EXPECT_NE(failure.find("port " + std::to_string(options.port) + " is taken"), std::string::npos);
  EXPECT_NE(failure.find("--port"), std::string::npos);
}

TEST(ServerSocket, NamesTheAddressThatIsNotThisMachines) {
  if (system_name().starts_with("Wine")) GTEST_SKIP() << "Wine binds to any address";
  Options options = test_options();
  options.address = "192.0.2.1";
  EXPECT_NE(failure_to_open(options).find("192.0.2.1 is not an address of this machine"),
            std::string::npos);
}

TEST(ServerAddress, IsReadInBothFamilies) {
  Options options = test_options();
  options.port = 5000;
  EXPECT_EQ(address_text(server_address(options)), "127.0.0.1:5000");
  options.address = "::1";
  EXPECT_EQ(address_text(server_address(options)), "[::1]:5000");
  EXPECT_EQ(address_bytes(server_address(options)), static_cast<int>(sizeof(SOCKADDR_IN6)));
}

TEST(ServerAddress, IsNoName) {
  Options options = test_options();
  options.address = "localhost";
  EXPECT_THROW(static_cast<void>(server_address(options)), StartFailed);
}

TEST(Slab, IsAtLeastAsLargeAsAskedAndWritable) {
  const Slab slab(100'000, test_options());
  EXPECT_GE(slab.bytes(), 100'000U);
  EXPECT_EQ(slab.registration_bytes(), slab.bytes());
  slab.data()[99'999] = 'x';
  EXPECT_EQ(slab.data()[99'999], 'x');
}

TEST(Slab, GoesOnWithoutWhatTheSystemRefuses) {
  Options options = test_options();
  options.large_pages = true;
  options.numa_node = 63;
  const Slab slab(1000, options);
  EXPECT_NE(slab.data(), nullptr);
}

}  // namespace
}  // namespace harness
