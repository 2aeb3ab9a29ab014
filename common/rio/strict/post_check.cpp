#include "post_check.hpp"

namespace rio::strict {
namespace {

constexpr ULONG kAddressBytes = 28;  // sizeof(SOCKADDR_INET)
constexpr ULONG kControlBaseBytes = 8;

bool overlap(const RIO_BUF& one, const RIO_BUF& other) {
  return one.BufferId == other.BufferId && one.Offset < other.Offset + other.Length &&
         other.Offset < one.Offset + one.Length;
}

std::string range_of(const RIO_BUF& slice) {
  return "bytes " + std::to_string(slice.Offset) + " to " +
         std::to_string(slice.Offset + slice.Length);
}

void check_id(Ledger& ledger, const RequestQueue& queue, const Call& call, const RIO_BUF& slice) {
  const auto buffer = ledger.buffers.find(slice.BufferId);
  if (buffer == ledger.buffers.end()) {
    ledger.report(Rule::buffer_id_must_be_valid, name_of(queue), call.function,
                  "the buffer id is none that RIORegisterBuffer gave and that is still registered; "
                  "a failed registration gives RIO_INVALID_BUFFERID, which is neither NULL nor -1");
  } else if (std::uint64_t{slice.Offset} + slice.Length > buffer->second.bytes) {
    ledger.report(Rule::slice_inside_its_buffer, name_of(queue), call.function,
                  range_of(slice) + " are not inside " + name_of(buffer->second) + " of " +
                      std::to_string(buffer->second.bytes) + " bytes");
  }
}

// Who else has bytes of this slice?
const Request* holder_of(const Ledger& ledger, const RIO_BUF& slice) {
  for (const auto& [handle, queue] : ledger.request_queues) {
    for (const Request& request : queue->in_flight) {
      if (overlap(request.data, slice)) return &request;
    }
  }
  return nullptr;
}

void check_slice(Ledger& ledger, const RequestQueue& queue, const Call& call) {
  const Request* const holder = holder_of(ledger, *call.data);
  if (holder == nullptr) return;
  ledger.report(Rule::slice_belongs_to_its_request, name_of(queue), call.function,
                range_of(*call.data) + " still belong to " +
                    (holder->send ? "the send" : "the receive") + " that was post " +
                    std::to_string(holder->number) + " on " + name_of(*holder->queue) +
                    "; a slice is yours again when its result has been dequeued");
}

void check_address(Ledger& ledger, const RequestQueue& queue, const Call& call,
                   const RIO_BUF* slice) {
  if (slice == nullptr) return;
  check_id(ledger, queue, call, *slice);
  if (slice->Length >= kAddressBytes) return;
  ledger.report(Rule::address_needs_28_bytes, name_of(queue), call.function,
                "the address slice has " + std::to_string(slice->Length) +
                    " bytes; a SOCKADDR_INET needs 28");
}

void check_control(Ledger& ledger, const RequestQueue& queue, const Call& call) {
  if (call.control == nullptr) return;
  check_id(ledger, queue, call, *call.control);
  const auto buffer = ledger.buffers.find(call.control->BufferId);
  if (!call.send || buffer == ledger.buffers.end()) return;
  const auto* const control =
      reinterpret_cast<const RIO_CMSG_BUFFER*>(buffer->second.data + call.control->Offset);
  if (control->TotalLength >= kControlBaseBytes && control->TotalLength <= call.control->Length) {
    return;
  }
  ledger.report(Rule::control_needs_its_length, name_of(queue), call.function,
                "TotalLength of the control buffer is " + std::to_string(control->TotalLength) +
                    "; it counts the base header (8) and the messages, and stays within the slice");
}

void check_commit_only(Ledger& ledger, const RequestQueue& queue, const Call& call) {
  const bool alone = call.data == nullptr && call.count == 0 && call.context == nullptr &&
                     call.flags == RIO_MSG_COMMIT_ONLY && call.local == nullptr &&
                     call.remote == nullptr && call.control == nullptr;
  if (alone) return;
  ledger.report(Rule::commit_only_stands_alone, name_of(queue), call.function,
                "RIO_MSG_COMMIT_ONLY takes no other flag, no buffer and no context, and makes no "
                "result");
}

}  // namespace

void check_post(Ledger& ledger, const RequestQueue& queue, const Call& call) {
  if ((call.flags & RIO_MSG_COMMIT_ONLY) != 0) {
    check_commit_only(ledger, queue, call);
    return;
  }
  if (call.data != nullptr && call.count == 1) {
    check_id(ledger, queue, call, *call.data);
    check_slice(ledger, queue, call);
  }
  check_address(ledger, queue, call, call.local);
  check_address(ledger, queue, call, call.remote);
  check_control(ledger, queue, call);
}

void explain_refusal(Ledger& ledger, const RequestQueue& queue, const Call& call, int error) {
  if (error != WSAENOBUFS) return;
  const ULONG limit = call.send ? queue.max_sends : queue.max_receives;
  ledger.report(Rule::outstanding_limit, name_of(queue), call.function,
                "its " + std::to_string(limit) + (call.send ? " sends" : " receives") +
                    " are all outstanding; a finished request counts until its result has been "
                    "dequeued");
}

std::uint64_t checksum_of(const Ledger& ledger, const RIO_BUF& slice) {
  const auto buffer = ledger.buffers.find(slice.BufferId);
  if (buffer == ledger.buffers.end() ||
      std::uint64_t{slice.Offset} + slice.Length > buffer->second.bytes) {
    return 0;
  }
  std::uint64_t sum = 14'695'981'039'346'656'037U;  // FNV-1a
  const char* const data = buffer->second.data + slice.Offset;
  for (ULONG i = 0; i < slice.Length; ++i)
    sum = (sum ^ static_cast<unsigned char>(data[i])) * 1'099'511'628'211U;
  return sum;
}

}  // namespace rio::strict
