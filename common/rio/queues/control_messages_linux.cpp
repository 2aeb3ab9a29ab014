#include "control_messages.hpp"

#include <netinet/in.h>
#include <netinet/udp.h>

#include <cstdint>
#include <cstring>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

namespace rio {
namespace {

// Windows' header and numbers, as in ws2def.h, ws2ipdef.h and ws2tcpip.h.
struct Header {
  std::size_t bytes;
  int level;
  int type;
};
constexpr std::size_t kBaseBytes = 8;  // RIO_CMSG_BASE_SIZE
constexpr int kPacketInformation = 19;
constexpr int kHopLimit = 21;
constexpr int kCongestion = 50;
constexpr int kSendMessageBytes = 2;
constexpr int kUdp = 17;

struct PacketInformation4 {
  std::uint32_t address;
  std::uint32_t interface;
};
struct PacketInformation6 {
  in6_addr address;
  std::uint32_t interface;
};

constexpr std::size_t aligned(std::size_t bytes) {
  return (bytes + 7) & ~std::size_t{7};
}

// Appends messages in Windows' form.
class Writer {
 public:
  Writer(char* buffer, std::size_t bytes) : buffer_(buffer), bytes_(bytes) {}

  void add(int level, int type, const void* data, std::size_t data_bytes) {
    const Header header{sizeof(Header) + data_bytes, level, type};
    if (used_ + header.bytes > bytes_) {
      all_ = false;
      return;
    }
    std::memcpy(buffer_ + used_, &header, sizeof header);
    std::memcpy(buffer_ + used_ + sizeof header, data, data_bytes);
    total_ = used_ + header.bytes;
    used_ += aligned(header.bytes);
  }
  bool finish() {
    const auto total = static_cast<ULONG>(total_);
    std::memcpy(buffer_, &total, sizeof total);
    return all_;
  }

 private:
  char* const buffer_;
  const std::size_t bytes_;
  std::size_t used_ = kBaseBytes;
  std::size_t total_ = kBaseBytes;
  bool all_ = true;
};

int number_in(const cmsghdr& control) {
  int number = 0;
  const std::size_t bytes = control.cmsg_len - CMSG_LEN(0);
  std::memcpy(&number, CMSG_DATA(&control), bytes < sizeof number ? bytes : sizeof number);
  return number;
}

void translate(const cmsghdr& control, Writer& writer) {
  const int kind = control.cmsg_level << 16 | control.cmsg_type;
  const unsigned char* const data = CMSG_DATA(&control);
  int number = 0;
  switch (kind) {
    case IPPROTO_IP << 16 | IP_PKTINFO: {
      in_pktinfo from{};
      std::memcpy(&from, data, sizeof from);
      const PacketInformation4 to{from.ipi_addr.s_addr,
                                  static_cast<std::uint32_t>(from.ipi_ifindex)};
      writer.add(IPPROTO_IP, kPacketInformation, &to, sizeof to);
      return;
    }
    case IPPROTO_IPV6 << 16 | IPV6_PKTINFO:
      writer.add(IPPROTO_IPV6, kPacketInformation, data, sizeof(PacketInformation6));
      return;
    case IPPROTO_IP << 16 | IP_TTL:
    case IPPROTO_IPV6 << 16 | IPV6_HOPLIMIT:
      number = number_in(control);
      writer.add(control.cmsg_level, kHopLimit, &number, sizeof number);
      return;
    case IPPROTO_IP << 16 | IP_TOS:
    case IPPROTO_IPV6 << 16 | IPV6_TCLASS:
      number = number_in(control) & 3;
      writer.add(control.cmsg_level, kCongestion, &number, sizeof number);
      return;
    default:
      return;
  }
}

void append(msghdr& message, int level, int type, const void* data, std::size_t bytes) {
  auto* const header =
      reinterpret_cast<cmsghdr*>(static_cast<char*>(message.msg_control) + message.msg_controllen);
  header->cmsg_level = level;
  header->cmsg_type = type;
  header->cmsg_len = CMSG_LEN(bytes);
  std::memcpy(CMSG_DATA(header), data, bytes);
  message.msg_controllen += CMSG_SPACE(bytes);
}

// One message of the program's. false: not known, or too short.
bool append_translated(msghdr& message, const Header& header, const char* data) {
  const std::size_t bytes = header.bytes - sizeof header;
  std::uint32_t number = 0;
  if (bytes >= sizeof number) std::memcpy(&number, data, sizeof number);
  if (header.level == IPPROTO_IP && header.type == kPacketInformation) {
    PacketInformation4 from{};
    if (bytes < sizeof from) return false;
    std::memcpy(&from, data, sizeof from);
    const in_pktinfo to{static_cast<int>(from.interface), {from.address}, {0}};
    append(message, IPPROTO_IP, IP_PKTINFO, &to, sizeof to);
  } else if (header.level == IPPROTO_IPV6 && header.type == kPacketInformation) {
    if (bytes < sizeof(PacketInformation6)) return false;
    append(message, IPPROTO_IPV6, IPV6_PKTINFO, data, sizeof(in6_pktinfo));
  } else if (header.level == kUdp && header.type == kSendMessageBytes) {
    const auto segment = static_cast<std::uint16_t>(number);
    append(message, IPPROTO_UDP, UDP_SEGMENT, &segment, sizeof segment);
  } else if (header.type == kCongestion || header.type == kHopLimit) {
    const bool v4 = header.level == IPPROTO_IP;
    const int value = static_cast<int>(number);
    const int type =
        header.type == kCongestion ? (v4 ? IP_TOS : IPV6_TCLASS) : (v4 ? IP_TTL : IPV6_HOPLIMIT);
    append(message, header.level, type, &value, sizeof value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool store_control(const msghdr& message, char* buffer, std::size_t bytes) {
  Writer writer(buffer, bytes);
  for (cmsghdr* control = CMSG_FIRSTHDR(&message); control != nullptr;
       control = CMSG_NXTHDR(const_cast<msghdr*>(&message), control)) {
    translate(*control, writer);
  }
  return writer.finish();
}

long load_control(const char* buffer, std::size_t bytes, msghdr& message, char* storage) {
  ULONG total = 0;
  std::memcpy(&total, buffer, sizeof total);
  if (total < kBaseBytes || total > bytes) return WSAEINVAL;
  message.msg_control = storage;
  message.msg_controllen = 0;
  constexpr std::size_t kMostForOne = CMSG_SPACE(sizeof(in6_pktinfo));
  for (std::size_t at = kBaseBytes; at + sizeof(Header) <= total;) {
    Header header{};
    std::memcpy(&header, buffer + at, sizeof header);
    const bool whole = header.bytes >= sizeof header && header.bytes <= total - at;
    if (!whole || message.msg_controllen + kMostForOne > kControlBytes) return WSAEINVAL;
    if (!append_translated(message, header, buffer + at + sizeof header)) return WSAEINVAL;
    at += aligned(header.bytes);
  }
  if (message.msg_controllen == 0) message.msg_control = nullptr;
  return 0;
}

}  // namespace rio
