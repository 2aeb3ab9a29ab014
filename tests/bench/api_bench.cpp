// The layer against the bare system calls, one thread, by the drain method. Google Benchmark;
// compare medians of one run:
//   build/linux/bin/api_bench --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true
//       --benchmark_report_aggregates_only=true
// Linux figures, not Windows figures.

#include <benchmark/benchmark.h>

#include <array>
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

constexpr std::size_t kFill = 1024;  // datagrams a round; they fit the largest buffer

// Fills, drains, and counts only the drain.
template <typename Drain>
void measure(benchmark::State& state, const Loopback& loopback, const Drain& drain) {
  for (auto _ : state) {
    loopback.fill(kFill);
    const auto before = thread_time();
    drain();
    state.SetIterationTime((thread_time() - before).count());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kFill));
}

void drain_recv(benchmark::State& state) {
  const Loopback loopback(WSA_FLAG_OVERLAPPED);
  const int descriptor = WorkshopDescriptor(loopback.receiver());
  std::vector<char> payload(kDatagramBytes);
  measure(state, loopback, [&] {
    for (std::size_t i = 0; i < kFill; ++i)
      benchmark::DoNotOptimize(bench::receive_without_waiting(descriptor, payload));
  });
}

void drain_recvmmsg(benchmark::State& state) {
  const Loopback loopback(WSA_FLAG_OVERLAPPED);
  const int descriptor = WorkshopDescriptor(loopback.receiver());
  bench::BatchReceiver receiver(64, kDatagramBytes);
  measure(state, loopback, [&] {
    for (std::size_t got = 0; got < kFill;)
      got += static_cast<std::size_t>(receiver.receive(descriptor));
  });
}

void drain_recvmmsg_addresses(benchmark::State& state) {
  const Loopback loopback(WSA_FLAG_OVERLAPPED);
  const int descriptor = WorkshopDescriptor(loopback.receiver());
  bench::BatchReceiver receiver(64, kDatagramBytes);
  receiver.want_addresses();
  measure(state, loopback, [&] {
    for (std::size_t got = 0; got < kFill;)
      got += static_cast<std::size_t>(receiver.receive(descriptor));
  });
}

// One completion queue, one request queue, `outstanding` receives.
class RioQueue {
 public:
  RioQueue(const Loopback& loopback, ULONG outstanding, bool addresses)
      : rio_(rio::load_function_table(loopback.receiver())),
        slab_(std::size_t{outstanding} * kDatagramBytes),
        addresses_(std::size_t{outstanding} * kAddressBytes),
        with_addresses_(addresses) {
    results_ = rio_.RIOCreateCompletionQueue(outstanding, nullptr);
    queue_ = rio_.RIOCreateRequestQueue(loopback.receiver(), outstanding, 1, 0, 1, results_,
                                        results_, nullptr);
    slab_id_ = rio_.RIORegisterBuffer(slab_.data(), static_cast<DWORD>(slab_.size()));
    addresses_id_ =
        rio_.RIORegisterBuffer(addresses_.data(), static_cast<DWORD>(addresses_.size()));
    if (queue_ == RIO_INVALID_RQ || slab_id_ == RIO_INVALID_BUFFERID) fail("RIO");
    const auto before = thread_time();
    for (ULONG i = 0; i < outstanding; ++i)
      post(i);
    posting_ = thread_time() - before;
  }
  ~RioQueue() {
    rio_.RIOCloseCompletionQueue(results_);
    rio_.RIODeregisterBuffer(slab_id_);
    rio_.RIODeregisterBuffer(addresses_id_);
  }
  RioQueue(const RioQueue&) = delete;
  RioQueue& operator=(const RioQueue&) = delete;

  // How long it took to post them all.
  [[nodiscard]] std::chrono::duration<double> posting() const { return posting_; }

  void drain() {
    std::array<RIORESULT, 64> results;
    for (std::size_t got = 0; got < kFill;) {
      const ULONG count = rio_.RIODequeueCompletion(results_, results.data(), results.size());
      for (ULONG i = 0; i < count; ++i)
        post(static_cast<ULONG>(results[i].RequestContext));
      got += count;
    }
  }

 private:
  static constexpr ULONG kAddressBytes = 32;

  void post(ULONG index) {
    RIO_BUF data{slab_id_, static_cast<ULONG>(index * kDatagramBytes), kDatagramBytes};
    RIO_BUF remote{addresses_id_, index * kAddressBytes, kAddressBytes};
    auto* const context = reinterpret_cast<PVOID>(ULONG_PTR{index});
    const BOOL posted = with_addresses_ ? rio_.RIOReceiveEx(queue_, &data, 1, nullptr, &remote,
                                                            nullptr, nullptr, 0, context)
                                        : rio_.RIOReceive(queue_, &data, 1, 0, context);
    if (!posted) fail("RIOReceive");
  }

  std::chrono::duration<double> posting_{};
  RIO_EXTENSION_FUNCTION_TABLE rio_;
  std::vector<char> slab_;
  std::vector<char> addresses_;
  const bool with_addresses_;
  RIO_CQ results_ = RIO_INVALID_CQ;
  RIO_RQ queue_ = RIO_INVALID_RQ;
  RIO_BUFFERID slab_id_ = RIO_INVALID_BUFFERID;
  RIO_BUFFERID addresses_id_ = RIO_INVALID_BUFFERID;
};

void drain_rio(benchmark::State& state) {
  const Loopback loopback(WSA_FLAG_REGISTERED_IO);
  RioQueue queue(loopback, static_cast<ULONG>(state.range(0)), false);
  measure(state, loopback, [&] { queue.drain(); });
}

void drain_rio_addresses(benchmark::State& state) {
  const Loopback loopback(WSA_FLAG_REGISTERED_IO);
  RioQueue queue(loopback, 64, true);
  measure(state, loopback, [&] { queue.drain(); });
}

// Posting alone: what `outstanding` receives cost before anything has arrived.
void post_receives(benchmark::State& state) {
  for (auto _ : state) {
    const Loopback loopback(WSA_FLAG_REGISTERED_IO);
    const RioQueue queue(loopback, static_cast<ULONG>(state.range(0)), false);
    state.SetIterationTime(queue.posting().count());
  }
}

// The same by hand: many sockets behind one epoll, the datagrams dealt out evenly.
void drain_epoll(benchmark::State& state) {
  const auto sockets = static_cast<std::size_t>(state.range(0));
  bench::ReadySet ready;
  std::vector<std::unique_ptr<Loopback>> loopbacks;
  for (std::size_t i = 0; i < sockets; ++i) {
    loopbacks.push_back(std::make_unique<Loopback>(WSA_FLAG_OVERLAPPED));
    ready.add(WorkshopDescriptor(loopbacks.back()->receiver()));
  }
  std::vector<char> payload(kDatagramBytes);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kFill; ++i)
      loopbacks[i % sockets]->fill(1);
    const auto before = thread_time();
    for (std::size_t got = 0; got < kFill;) {
      for (const int descriptor : ready.wait()) {
        if (bench::receive_without_waiting(descriptor, payload) >= 0) ++got;
      }
    }
    state.SetIterationTime((thread_time() - before).count());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kFill));
}

struct Receive : OVERLAPPED {
  SOCKET socket = INVALID_SOCKET;
  std::array<char, kDatagramBytes> payload;

  void start() {
    static_cast<OVERLAPPED&>(*this) = OVERLAPPED{};
    WSABUF target{static_cast<ULONG>(payload.size()), payload.data()};
    DWORD flags = 0;
    if (WSARecv(socket, &target, 1, nullptr, &flags, this, nullptr) != 0 &&
        WSAGetLastError() != WSA_IO_PENDING) {
      fail("WSARecv");
    }
  }
};

// Many sockets on one port, the datagrams dealt out evenly.
void drain_port(benchmark::State& state) {
  const auto sockets = static_cast<std::size_t>(state.range(0));
  const HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1);
  std::vector<std::unique_ptr<Loopback>> loopbacks;
  std::vector<std::unique_ptr<Receive>> receives;
  for (std::size_t i = 0; i < sockets; ++i) {
    loopbacks.push_back(std::make_unique<Loopback>(WSA_FLAG_OVERLAPPED));
    const SOCKET socket = loopbacks.back()->receiver();
    CreateIoCompletionPort(reinterpret_cast<HANDLE>(socket), port, 1, 0);
    receives.push_back(std::make_unique<Receive>());
    receives.back()->socket = socket;
    receives.back()->start();
  }
  for (auto _ : state) {
    for (std::size_t i = 0; i < kFill; ++i)
      loopbacks[i % sockets]->fill(1);
    const auto before = thread_time();
    for (std::size_t i = 0; i < kFill; ++i) {
      DWORD bytes = 0;
      ULONG_PTR key = 0;
      OVERLAPPED* overlapped = nullptr;
      if (!GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, INFINITE)) fail("the port");
      static_cast<Receive*>(overlapped)->start();
    }
    state.SetIterationTime((thread_time() - before).count());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kFill));
  // The blocks stay in use until their packets have come.
  loopbacks.clear();
  for (std::size_t i = 0; i < sockets; ++i) {
    DWORD bytes = 0;
    ULONG_PTR key = 0;
    OVERLAPPED* overlapped = nullptr;
    (void)GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, INFINITE);
  }
  CloseHandle(port);
}

BENCHMARK(drain_recv)->UseManualTime();
BENCHMARK(drain_recvmmsg)->UseManualTime();
BENCHMARK(drain_recvmmsg_addresses)->UseManualTime();
BENCHMARK(drain_rio)->UseManualTime()->Arg(64)->Arg(5'000)->Arg(150'000);
BENCHMARK(drain_rio_addresses)->UseManualTime();
BENCHMARK(post_receives)->UseManualTime()->Arg(150'000)->Unit(benchmark::kMillisecond);
BENCHMARK(drain_epoll)->UseManualTime()->Arg(1)->Arg(10)->Arg(100)->Arg(1'000);
BENCHMARK(drain_port)->UseManualTime()->Arg(1)->Arg(10)->Arg(100)->Arg(1'000);

}  // namespace
