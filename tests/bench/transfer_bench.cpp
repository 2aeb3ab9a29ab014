// Sending by RIO against sendto, and streams by RIO against recv. Google Benchmark, as api_bench.
// Linux figures, not Windows figures.

#include <benchmark/benchmark.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "drain.hpp"
#include "raw_calls.hpp"
#include "rio/function_table.hpp"
#include "workshop/descriptor.h"

namespace {

using bench::fail;
using bench::kDatagramBytes;
using bench::Loopback;
using bench::thread_time;

constexpr ULONG kCommit = 32;
constexpr int kCommits = 16;
constexpr ULONG kAddressBytes = 32;

// Receivers, emptied between the rounds so that every datagram finds room.
class Receivers {
 public:
  explicit Receivers(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      all_.push_back(std::make_unique<Loopback>(WSA_FLAG_OVERLAPPED));
  }
  [[nodiscard]] const SOCKADDR_IN& address(std::size_t index) const {
    return all_[index % all_.size()]->address();
  }
  void empty() {
    for (const auto& one : all_) {
      const int descriptor = WorkshopDescriptor(one->receiver());
      while (bench::receive_without_waiting(descriptor, payload_) >= 0) {
      }
    }
  }

 private:
  std::vector<std::unique_ptr<Loopback>> all_;
  std::vector<char> payload_ = std::vector<char>(kDatagramBytes);
};

template <typename Send>
void measure_sends(benchmark::State& state, Receivers& receivers, const Send& send) {
  for (auto _ : state) {
    const auto before = thread_time();
    for (int i = 0; i < kCommits; ++i)
      send();
    state.SetIterationTime((thread_time() - before).count());
    receivers.empty();
  }
  state.SetItemsProcessed(state.iterations() * kCommits * static_cast<int>(kCommit));
}

void send_by_sendto(benchmark::State& state) {
  Receivers receivers(static_cast<std::size_t>(state.range(0)));
  const Loopback own(WSA_FLAG_OVERLAPPED);
  const std::vector<char> payload(kDatagramBytes);
  measure_sends(state, receivers, [&] {
    for (ULONG i = 0; i < kCommit; ++i) {
      bench::send_to(WorkshopDescriptor(own.receiver()), payload, &receivers.address(i),
                     sizeof(SOCKADDR_IN));
    }
  });
}

void send_by_rio(benchmark::State& state) {
  Receivers receivers(static_cast<std::size_t>(state.range(0)));
  const Loopback own(WSA_FLAG_REGISTERED_IO);
  const auto rio = rio::load_function_table(own.receiver());
  const RIO_CQ results = rio.RIOCreateCompletionQueue(kCommit, nullptr);
  const RIO_RQ queue =
      rio.RIOCreateRequestQueue(own.receiver(), 0, 1, kCommit, 1, results, results, nullptr);
  std::vector<char> memory(kCommit * (kDatagramBytes + kAddressBytes));
  const RIO_BUFFERID id = rio.RIORegisterBuffer(memory.data(), static_cast<DWORD>(memory.size()));
  const ULONG addresses = kCommit * kDatagramBytes;
  for (ULONG i = 0; i < kCommit; ++i) {
    std::memcpy(memory.data() + addresses + i * kAddressBytes, &receivers.address(i),
                sizeof(SOCKADDR_IN));
  }
  measure_sends(state, receivers, [&] {
    for (ULONG i = 0; i < kCommit; ++i) {
      RIO_BUF data{id, static_cast<ULONG>(i * kDatagramBytes), kDatagramBytes};
      RIO_BUF remote{id, addresses + i * kAddressBytes, kAddressBytes};
      if (!rio.RIOSendEx(queue, &data, 1, nullptr, &remote, nullptr, nullptr, RIO_MSG_DEFER,
                         nullptr)) {
        fail("RIOSendEx");
      }
    }
    rio.RIOSend(queue, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr);
    std::array<RIORESULT, kCommit> done;
    for (ULONG got = 0; got < kCommit;)
      got += rio.RIODequeueCompletion(results, done.data(), kCommit);
  });
  rio.RIOCloseCompletionQueue(results);
  rio.RIODeregisterBuffer(id);
}

// ---- streams ------------------------------------------------------------------------------

constexpr std::size_t kSliceBytes = 1024;
constexpr std::size_t kWriteBytes = 16 * 1024;
constexpr std::size_t kRoundBytes = 8 * kWriteBytes;

class Stream {
 public:
  explicit Stream(DWORD flags) {
    const SOCKET listener = WSASocketW(AF_INET, SOCK_STREAM, 0, nullptr, 0, flags);
    SOCKADDR_IN address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int bytes = sizeof address;
    auto* const name = reinterpret_cast<sockaddr*>(&address);
    bind(listener, name, bytes);
    listen(listener, 1);
    getsockname(listener, name, &bytes);
    writer_ = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(writer_, name, bytes) != 0) fail("connect");
    reader_ = accept(listener, nullptr, nullptr);
    closesocket(listener);
  }
  ~Stream() {
    closesocket(writer_);
    closesocket(reader_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] SOCKET reader() const { return reader_; }
  void fill() const {
    static const std::vector<char> text(kWriteBytes);
    for (std::size_t sent = 0; sent < kRoundBytes; sent += kWriteBytes)
      send(writer_, text.data(), static_cast<int>(text.size()), 0);
  }

 private:
  SOCKET writer_;
  SOCKET reader_;
};

template <typename Drain>
void measure_stream(benchmark::State& state, const Stream& stream, const Drain& drain) {
  for (auto _ : state) {
    stream.fill();
    const auto before = thread_time();
    for (std::size_t got = 0; got < kRoundBytes;)
      got += drain();
    state.SetIterationTime((thread_time() - before).count());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int>(kRoundBytes / kSliceBytes));
}

void stream_by_recv(benchmark::State& state) {
  const Stream stream(WSA_FLAG_OVERLAPPED);
  const int descriptor = WorkshopDescriptor(stream.reader());
  std::vector<char> slice(kSliceBytes);
  measure_stream(state, stream, [&] {
    const long bytes = bench::receive_without_waiting(descriptor, slice);
    return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
  });
}

void stream_by_rio(benchmark::State& state) {
  constexpr ULONG kOutstanding = 128;
  const Stream stream(WSA_FLAG_REGISTERED_IO);
  const auto rio = rio::load_function_table(stream.reader());
  const RIO_CQ results = rio.RIOCreateCompletionQueue(kOutstanding, nullptr);
  const RIO_RQ queue =
      rio.RIOCreateRequestQueue(stream.reader(), kOutstanding, 1, 0, 1, results, results, nullptr);
  std::vector<char> slab(kOutstanding * kSliceBytes);
  const RIO_BUFFERID id = rio.RIORegisterBuffer(slab.data(), static_cast<DWORD>(slab.size()));
  const auto post = [&](ULONG index) {
    RIO_BUF data{id, static_cast<ULONG>(index * kSliceBytes), kSliceBytes};
    if (!rio.RIOReceive(queue, &data, 1, 0, reinterpret_cast<PVOID>(ULONG_PTR{index}))) {
      fail("RIOReceive");
    }
  };
  for (ULONG i = 0; i < kOutstanding; ++i)
    post(i);
  measure_stream(state, stream, [&] {
    std::array<RIORESULT, 64> done;
    std::size_t bytes = 0;
    const ULONG count = rio.RIODequeueCompletion(results, done.data(), done.size());
    for (ULONG i = 0; i < count; ++i) {
      bytes += done[i].BytesTransferred;
      post(static_cast<ULONG>(done[i].RequestContext));
    }
    return bytes;
  });
  rio.RIOCloseCompletionQueue(results);
  rio.RIODeregisterBuffer(id);
}

BENCHMARK(send_by_sendto)->UseManualTime()->Arg(1)->Arg(32);
BENCHMARK(send_by_rio)->UseManualTime()->Arg(1)->Arg(32);
BENCHMARK(stream_by_recv)->UseManualTime();
BENCHMARK(stream_by_rio)->UseManualTime();

}  // namespace
