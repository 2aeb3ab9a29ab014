#include <uv.h>

#include <unistd.h>

#include <vector>

#include "loop_receivers.hpp"

namespace bench {
namespace {

constexpr std::size_t kBatch = 20;  // libuv's own limit

struct State {
  std::vector<char> memory;
  const Received* received;
};

void give_memory(uv_handle_t* handle, std::size_t, uv_buf_t* buffer) {
  auto& state = *static_cast<State*>(handle->data);
  *buffer = uv_buf_init(state.memory.data(), static_cast<unsigned>(state.memory.size()));
}

void on_datagram(uv_udp_t* handle, ssize_t bytes, const uv_buf_t* buffer, const sockaddr* from,
                 unsigned) {
  const auto& state = *static_cast<State*>(handle->data);
  if (bytes < 0 || (bytes == 0 && from == nullptr)) return;  // nothing more for now
  if (!(*state.received)(buffer->base, static_cast<std::size_t>(bytes))) uv_udp_recv_stop(handle);
}

}  // namespace

void receive_with_uv(int descriptor, std::size_t datagram_bytes, bool batches,
                     const Received& received) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_udp_t handle;
  // recvmmsg wants slices of 64 KiB, whatever the datagrams have.
  State state{std::vector<char>(batches ? kBatch * 65'536 : datagram_bytes), &received};
  uv_udp_init_ex(&loop, &handle, AF_UNSPEC | (batches ? UV_UDP_RECVMMSG : 0U));
  handle.data = &state;
  uv_udp_open(&handle, ::dup(descriptor));
  uv_udp_recv_start(&handle, give_memory, on_datagram);
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_close(reinterpret_cast<uv_handle_t*>(&handle), nullptr);
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_loop_close(&loop);
}

}  // namespace bench
