// Files on completion ports, and TransmitFile.

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "loopback.hpp"

using namespace conformance;

namespace {

// A file of its own, gone with its handle.
class TemporaryFile {
 public:
  explicit TemporaryFile(DWORD flags = 0) {
    char folder[MAX_PATH];
    EXPECT_NE(GetTempPathA(MAX_PATH, folder), 0U);
    EXPECT_NE(GetTempFileNameA(folder, "wsp", 0, path_), 0U);
    handle_ = Handle(CreateFileA(path_, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, nullptr,
                                 CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL | flags, nullptr));
  }
  ~TemporaryFile() {
    handle_.close();
    EXPECT_TRUE(DeleteFileA(path_));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] HANDLE get() const { return handle_.get(); }
  void fill(const std::string& text) {
    DWORD written = 0;
    ASSERT_TRUE(WriteFile(get(), text.data(), static_cast<DWORD>(text.size()), &written, nullptr));
    ASSERT_EQ(written, text.size());
  }

 private:
  char path_[MAX_PATH] = {};
  Handle handle_;
};

bool started(BOOL result) {
  return result || GetLastError() == ERROR_IO_PENDING;
}

struct Transmit : testing::Test {
  Socket client;
  Socket server;
  Handle port = new_port();
  LPFN_TRANSMITFILE transmit_file = nullptr;

  void SetUp() override {
    const Socket listener(
        WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, nullptr, 0, WSA_FLAG_OVERLAPPED));
    const Address any = loopback(0);
    ASSERT_EQ(bind(listener.get(), any.get(), any.bytes()), 0);
    ASSERT_EQ(listen(listener.get(), 1), 0);
    client = Socket(WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, nullptr, 0, WSA_FLAG_OVERLAPPED));
    const Address to = address_of(listener);
    ASSERT_EQ(connect(client.get(), to.get(), to.bytes()), 0);
    server = Socket(accept(listener.get(), nullptr, nullptr));
    ASSERT_EQ(CreateIoCompletionPort(server.handle(), port.get(), 4, 0), port.get());
    GUID id = WSAID_TRANSMITFILE;
    DWORD bytes = 0;
    ASSERT_EQ(WSAIoctl(server.get(), SIO_GET_EXTENSION_FUNCTION_POINTER, &id, sizeof id,
                       &transmit_file, sizeof transmit_file, &bytes, nullptr, nullptr),
              0);
  }
  [[nodiscard]] std::string receive_all(std::size_t bytes) {
    std::string all(bytes, '\0');
    std::size_t got = 0;
    while (got < bytes) {
      const int more = recv(client.get(), all.data() + got, static_cast<int>(bytes - got), 0);
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    all.resize(got);
    return all;
  }
};

}  // namespace

TEST(File, WritesAndReadsAtItsPosition) {
  TemporaryFile file;
  file.fill("hello, file");
  EXPECT_EQ(SetFilePointer(file.get(), 7, nullptr, FILE_BEGIN), 7U);
  char text[16] = {};
  DWORD bytes = 0;
  ASSERT_TRUE(ReadFile(file.get(), text, sizeof text, &bytes, nullptr));
  EXPECT_EQ(std::string(text, bytes), "file");
  ASSERT_TRUE(ReadFile(file.get(), text, sizeof text, &bytes, nullptr)) << "the end is a success";
  EXPECT_EQ(bytes, 0U);
  LARGE_INTEGER size{};
  ASSERT_TRUE(GetFileSizeEx(file.get(), &size));
  EXPECT_EQ(size.QuadPart, 11);
}

TEST(File, ThatDoesNotExistIsNotFound) {
  EXPECT_EQ(
      CreateFileA("workshop-no-such-file", GENERIC_READ, 0, nullptr, OPEN_EXISTING, 0, nullptr),
      INVALID_HANDLE_VALUE);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_FILE_NOT_FOUND));
}

TEST(OverlappedFile, TransfersAtTheBlocksOffsetAndGivesPacketsToItsPort) {
  const TemporaryFile file(FILE_FLAG_OVERLAPPED);
  const Handle port = new_port();
  ASSERT_EQ(CreateIoCompletionPort(file.get(), port.get(), 9, 0), port.get());
  OVERLAPPED write{};
  write.Offset = 3;
  ASSERT_TRUE(started(WriteFile(file.get(), "abc", 3, nullptr, &write)));
  Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.key, 9U);
  EXPECT_EQ(packet.bytes, 3U);
  char text[8] = {};
  OVERLAPPED read{};
  read.Offset = 4;
  ASSERT_TRUE(started(ReadFile(file.get(), text, sizeof text, nullptr, &read)));
  packet = take(port.get());
  EXPECT_EQ(packet.overlapped, &read);
  EXPECT_EQ(std::string(text, packet.bytes), "bc");
}

TEST(OverlappedFile, ReadBehindTheEndFails) {
  const TemporaryFile file(FILE_FLAG_OVERLAPPED);
  OVERLAPPED read{};
  read.Offset = 10;
  char text[8];
  DWORD bytes = 0;
  const BOOL done = ReadFile(file.get(), text, sizeof text, nullptr, &read);
  if (!done && GetLastError() == ERROR_IO_PENDING) {
    EXPECT_FALSE(GetOverlappedResult(file.get(), &read, &bytes, TRUE));
  }
  EXPECT_FALSE(done);
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_HANDLE_EOF));
}

TEST(OverlappedFile, NeedsABlock) {
  const TemporaryFile file(FILE_FLAG_OVERLAPPED);
  char text[8];
  DWORD bytes = 0;
  EXPECT_FALSE(ReadFile(file.get(), text, sizeof text, &bytes, nullptr));
  EXPECT_EQ(GetLastError(), static_cast<DWORD>(ERROR_INVALID_PARAMETER));
}

TEST_F(Transmit, SendsTheFileFromTheOffsetWithTheBytesAroundIt) {
  TemporaryFile file;
  file.fill("0123456789");
  char head[] = "head:";
  char tail[] = ":tail";
  TRANSMIT_FILE_BUFFERS around{head, 5, tail, 5};
  OVERLAPPED overlapped{};
  overlapped.Offset = 4;
  ASSERT_TRUE(started(transmit_file(server.get(), file.get(), 0, 0, &overlapped, &around, 0)));
  const Packet packet = take(port.get());
  EXPECT_TRUE(packet.success);
  EXPECT_EQ(packet.bytes, 16U);
  EXPECT_EQ(receive_all(16), "head:456789:tail");
}

TEST_F(Transmit, SendsALargeFileWholeWhileThePeerReads) {
  TemporaryFile file;
  const std::string large(3'000'000, 'x');
  file.fill(large);
  OVERLAPPED overlapped{};
  ASSERT_TRUE(started(transmit_file(server.get(), file.get(), 0, 0, &overlapped, nullptr, 0)));
  std::string received;
  std::thread reader([&] { received = receive_all(large.size()); });
  const Packet packet = take(port.get());
  reader.join();
  EXPECT_EQ(packet.bytes, large.size());
  EXPECT_EQ(received, large);
}

TEST_F(Transmit, WithoutABlockItWaits) {
  TemporaryFile file;
  file.fill("waits");
  SetFilePointer(file.get(), 0, nullptr, FILE_BEGIN);
  EXPECT_TRUE(transmit_file(server.get(), file.get(), 0, 0, nullptr, nullptr, 0));
  EXPECT_EQ(receive_all(5), "waits");
}

TEST_F(Transmit, OfNothingSendsNothing) {
  EXPECT_TRUE(transmit_file(server.get(), nullptr, 0, 0, nullptr, nullptr, 0));
}

TEST_F(Transmit, OnADatagramSocketIsRefused) {
  const Socket datagrams = bound_socket(WSA_FLAG_OVERLAPPED);
  EXPECT_FALSE(transmit_file(datagrams.get(), nullptr, 0, 0, nullptr, nullptr, 0));
  EXPECT_EQ(WSAGetLastError(), WSAENOTCONN);
}
