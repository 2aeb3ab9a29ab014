// Sizes and values from the Windows SDK headers.

#include <gtest/gtest.h>

#include <cstddef>

#include "rio/windows_api.hpp"

TEST(RioTypes, HaveTheSizesOfTheSdk) {
  EXPECT_EQ(sizeof(RIO_BUFFERID), 8U);
  EXPECT_EQ(sizeof(RIO_BUF), 16U);
  EXPECT_EQ(sizeof(RIORESULT), 24U);
  EXPECT_EQ(sizeof(RIO_CMSG_BUFFER), 4U);
  EXPECT_EQ(sizeof(RIO_NOTIFICATION_COMPLETION), 32U);
  EXPECT_EQ(sizeof(RIO_EXTENSION_FUNCTION_TABLE), 112U);
  EXPECT_EQ(sizeof(SOCKADDR_INET), 28U);
  EXPECT_EQ(sizeof(WSACMSGHDR), 16U);
}

TEST(RioTypes, HaveTheOffsetsOfTheSdk) {
  EXPECT_EQ(offsetof(RIORESULT, BytesTransferred), 4U);
  EXPECT_EQ(offsetof(RIORESULT, SocketContext), 8U);
  EXPECT_EQ(offsetof(RIORESULT, RequestContext), 16U);
  EXPECT_EQ(offsetof(RIO_BUF, Offset), 8U);
  EXPECT_EQ(offsetof(RIO_BUF, Length), 12U);
}

TEST(RioTypes, HaveTheValuesOfTheSdk) {
  EXPECT_EQ(static_cast<DWORD>(SIO_GET_MULTIPLE_EXTENSION_FUNCTION_POINTER), 0xC8000024U);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(RIO_INVALID_BUFFERID), 0xFFFFFFFFU);
  EXPECT_EQ(RIO_CORRUPT_CQ, 0xFFFFFFFFU);
  EXPECT_EQ(RIO_MAX_CQ_SIZE, 134'217'728);
  EXPECT_EQ(RIO_MSG_DONT_NOTIFY, 1);
  EXPECT_EQ(RIO_MSG_DEFER, 2);
  EXPECT_EQ(RIO_MSG_WAITALL, 4);
  EXPECT_EQ(RIO_MSG_COMMIT_ONLY, 8);
  EXPECT_EQ(WSA_FLAG_REGISTERED_IO, 0x100);
}

TEST(RioTypes, ControlMessageMacrosFollowTheSdk) {
  struct {
    RIO_CMSG_BUFFER base;
    char rest[60];
  } area{{4}, {}};
  EXPECT_EQ(RIO_CMSG_BASE_SIZE, 8U);
  EXPECT_EQ(RIO_CMSG_FIRSTHDR(&area.base), nullptr);
  area.base.TotalLength = 8 + sizeof(WSACMSGHDR);
  EXPECT_EQ(reinterpret_cast<char*>(RIO_CMSG_FIRSTHDR(&area.base)),
            reinterpret_cast<char*>(&area) + 8);
}

TEST(OverlappedTypes, HaveTheSizesOfTheSdk) {
  EXPECT_EQ(sizeof(OVERLAPPED), 32U);
  EXPECT_EQ(offsetof(OVERLAPPED, hEvent), 24U);
  EXPECT_EQ(sizeof(OVERLAPPED_ENTRY), 32U);
  EXPECT_EQ(sizeof(WSABUF), 16U);
  EXPECT_EQ(sizeof(LONG), 4U);
  EXPECT_EQ(sizeof(u_long), 4U);
}
