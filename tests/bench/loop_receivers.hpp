// Receiving with Asio and with libuv, the libraries that a portable program would use. They see
// Linux' socket headers, which clash with Winsock's: hence this seam.
#pragma once

#include <cstddef>
#include <functional>

namespace bench {

// Is told of every datagram; false ends the loop.
using Received = std::function<bool(const char* payload, std::size_t bytes)>;

// `outstanding` asynchronous receives on one thread.
void receive_with_asio(int descriptor, std::size_t datagram_bytes, std::size_t outstanding,
                       const Received& received);
// libuv's one loop; with `batches` it may use recvmmsg.
void receive_with_uv(int descriptor, std::size_t datagram_bytes, bool batches,
                     const Received& received);

}  // namespace bench
