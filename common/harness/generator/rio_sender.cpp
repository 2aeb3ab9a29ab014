// RIOSend: slices of a registered slab, posted deferred, started with one commit for a group.
//
// A slice belongs to RIO from its post until its result is dequeued, so there are more slices than
// a group has datagrams, and a free list says which ones may be written.

#include <array>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "generator/payload.hpp"
#include "generator/sender.hpp"
#include "harness/error.hpp"
#include "harness/registered_slices.hpp"
#include "rio/completion_queue.hpp"
#include "rio/function_table.hpp"

namespace generator {
namespace {

constexpr ULONG kSlices = 1024;
constexpr std::chrono::seconds kPatience{2};

harness::Options slab_options(const Stream& stream) {
  harness::Options options;
  options.outstanding = kSlices;
  options.datagram_bytes = stream.datagram_bytes;
  return options;
}

class RioSender : public Sender {
 public:
  RioSender(harness::UniqueSocket socket, const Stream& stream)
      : rio_(rio::load_function_table(socket.get())),
        stream_(stream),
        slices_(rio_, slab_options(stream)),
        completions_(rio_, rio_.RIOCreateCompletionQueue(kSlices, nullptr)),
        connected_(std::move(socket)) {
    requests_ = rio_.RIOCreateRequestQueue(connected_.get(), 0, 1, kSlices, 1, completions_.get(),
                                           completions_.get(), nullptr);
    harness::check(requests_ != RIO_INVALID_RQ, "RIOCreateRequestQueue");
    for (harness::Slice& slice : slices_) {
      fill(slice.payload, stream.datagram_bytes, stream.seed);
      free_.push_back(&slice);
    }
  }

  std::uint32_t send(std::uint64_t first, std::uint32_t count) override {
    std::uint32_t posted = 0;
    while (posted < count && wait_for_free_slices(1) && post(first + posted))
      ++posted;
    harness::check(rio_.RIOSend(requests_, nullptr, 0, RIO_MSG_COMMIT_ONLY, nullptr),
                   "RIOSend(RIO_MSG_COMMIT_ONLY)");
    return posted;
  }

  std::uint64_t flush() override {
    static_cast<void>(wait_for_free_slices(kSlices));
    return std::exchange(failed_, 0) + (kSlices - free_.size());
  }

  [[nodiscard]] SendMode mode() const override { return SendMode::rio; }

 private:
  bool post(std::uint64_t number) {
    harness::Slice& slice = *free_.back();
    number_datagram(slice.payload, slice.Length, stream_.id, number);
    if (!rio_.RIOSend(requests_, &slice, 1, RIO_MSG_DEFER, &slice)) return false;
    free_.pop_back();
    return true;
  }

  void take_results() {
    std::array<RIORESULT, 256> results{};
    const ULONG count = rio_.RIODequeueCompletion(completions_.get(), results.data(),
                                                  static_cast<ULONG>(results.size()));
    if (count == RIO_CORRUPT_CQ) harness::fail("RIODequeueCompletion");
    for (ULONG index = 0; index < count; ++index) {
      if (results[index].Status != 0) ++failed_;
      free_.push_back(reinterpret_cast<harness::Slice*>(results[index].RequestContext));
    }
  }

  bool wait_for_free_slices(std::size_t wanted) {
    if (free_.size() >= wanted) return true;
    const auto end = std::chrono::steady_clock::now() + kPatience;
    for (take_results(); free_.size() < wanted; take_results()) {
      if (std::chrono::steady_clock::now() > end) return false;
      YieldProcessor();
    }
    return true;
  }

  RIO_EXTENSION_FUNCTION_TABLE rio_;
  Stream stream_;
  harness::RegisteredSlices slices_;
  rio::CompletionQueue completions_;
  harness::UniqueSocket connected_;
  RIO_RQ requests_ = RIO_INVALID_RQ;
  std::vector<harness::Slice*> free_;
  std::uint64_t failed_ = 0;
};

}  // namespace

std::unique_ptr<Sender> make_rio_sender(const Stream& stream) {
  return std::make_unique<RioSender>(open_connected(stream.destination, WSA_FLAG_REGISTERED_IO),
                                     stream);
}

}  // namespace generator
