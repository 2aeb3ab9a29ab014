// FormatMessage: the words for an error number.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "last_error.hpp"
#include "win32/kernel.h"
#include "win32/winsock_types.h"

using namespace win32;

namespace {

struct Message {
  DWORD code;
  std::string_view text;
};

constexpr std::array kMessages{
    Message{ERROR_SUCCESS, "The operation completed successfully."},
    Message{ERROR_ACCESS_DENIED, "Access is denied."},
    Message{ERROR_INVALID_HANDLE, "The handle is invalid."},
    Message{ERROR_NOT_ENOUGH_MEMORY, "Not enough memory is available for this operation."},
    Message{ERROR_NOT_SUPPORTED, "The request is not supported."},
    Message{ERROR_NETNAME_DELETED, "The connection is gone."},
    Message{ERROR_INVALID_PARAMETER, "A parameter is wrong."},
    Message{ERROR_MORE_DATA, "More data was there than the buffer takes."},
    Message{WAIT_TIMEOUT, "The wait timed out."},
    Message{ERROR_INVALID_ADDRESS, "The address is not usable."},
    Message{ERROR_ABANDONED_WAIT_0, "The completion port was closed during the wait."},
    Message{ERROR_OPERATION_ABORTED, "The operation was cancelled."},
    Message{ERROR_IO_INCOMPLETE, "The overlapped operation is not finished."},
    Message{ERROR_IO_PENDING, "The overlapped operation is in progress."},
    Message{ERROR_NOT_FOUND, "Nothing matched."},
    Message{ERROR_CONNECTION_REFUSED, "The peer refused the connection."},
    Message{ERROR_PORT_UNREACHABLE, "Nothing listens on the port of the peer."},
    Message{ERROR_CONNECTION_ABORTED, "The connection was ended locally."},
    Message{ERROR_PRIVILEGE_NOT_HELD, "A needed privilege is not held."},
    Message{ERROR_NO_SYSTEM_RESOURCES, "The system has no resources left for this."},
    Message{WSAEINTR, "The blocking call was interrupted."},
    Message{WSAEACCES, "The socket may not be used in this way."},
    Message{WSAEFAULT, "A pointer or a length is not valid."},
    Message{WSAEINVAL, "An argument is not valid."},
    Message{WSAEMFILE, "Too many sockets are open."},
    Message{WSAEWOULDBLOCK, "The call would have to wait."},
    Message{WSAEALREADY, "The same operation is in progress already."},
    Message{WSAENOTSOCK, "This is not a socket."},
    Message{WSAEMSGSIZE, "The datagram is larger than the buffer or the network limit."},
    Message{WSAENOPROTOOPT, "The option is not known at this level."},
    Message{WSAESOCKTNOSUPPORT, "This kind of socket is not supported."},
    Message{WSAEOPNOTSUPP, "The operation is not supported for this object."},
    Message{WSAEAFNOSUPPORT, "The address family does not fit."},
    Message{WSAEADDRINUSE, "The address is in use."},
    Message{WSAEADDRNOTAVAIL, "The address does not belong to this machine."},
    Message{WSAENETUNREACH, "The network cannot be reached."},
    Message{WSAECONNRESET, "The peer reset the connection, or nothing listens there."},
    Message{WSAENOBUFS, "No buffer space or queue capacity is left."},
    Message{WSAENOTCONN, "The socket is not connected."},
    Message{WSAETOOMANYREFS, "The new size is below what is in use."},
    Message{WSAETIMEDOUT, "The operation timed out."},
    Message{WSANOTINITIALISED, "WSAStartup has not been called."},
};

constexpr DWORD kKnownFlags =
    FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_IGNORE_INSERTS;

}  // namespace

DWORD FormatMessageA(DWORD flags, LPCVOID, DWORD code, DWORD, LPSTR buffer, DWORD characters,
                     void*) {
  constexpr long kMessageNotFound = 317;  // ERROR_MR_MID_NOT_FOUND
  // The low byte is a line width; it only shapes the text.
  if ((flags & FORMAT_MESSAGE_FROM_SYSTEM) == 0 || (flags & ~(kKnownFlags | 0xffU)) != 0) {
    return failed(DWORD{0}, ERROR_NOT_SUPPORTED);
  }
  const auto message = std::ranges::find(kMessages, code, &Message::code);
  if (message == kMessages.end()) return failed(DWORD{0}, kMessageNotFound);
  const std::string text = std::string(message->text) + "\r\n";
  char* into = buffer;
  if ((flags & FORMAT_MESSAGE_ALLOCATE_BUFFER) != 0) {
    into = static_cast<char*>(std::malloc(text.size() + 1));
    if (into == nullptr) return failed(DWORD{0}, ERROR_NOT_ENOUGH_MEMORY);
    std::memcpy(buffer, &into, sizeof into);  // the "buffer" is a pointer to the pointer
  } else if (buffer == nullptr || characters <= text.size()) {
    return failed(DWORD{0}, ERROR_INSUFFICIENT_BUFFER);
  }
  std::memcpy(into, text.c_str(), text.size() + 1);
  return static_cast<DWORD>(text.size());
}

HLOCAL LocalFree(HLOCAL memory) {
  std::free(memory);
  return nullptr;
}
