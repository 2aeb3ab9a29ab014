// What strict mode checks of a request before it is passed on.
#pragma once

#include "ledger.hpp"

namespace rio::strict {

struct Call {
  const char* function;
  RIO_RQ queue;
  PRIO_BUF data;
  ULONG count;
  PRIO_BUF local;
  PRIO_BUF remote;
  PRIO_BUF control;
  PRIO_BUF flags_out;
  DWORD flags;
  PVOID context;
  bool send;
};

// All: the ledger's mutex is held.
void check_post(Ledger& ledger, const RequestQueue& queue, const Call& call);
// Why the provider refused it, if the ledger can tell.
void explain_refusal(Ledger& ledger, const RequestQueue& queue, const Call& call, int error);
// Of the bytes that a send carries.
[[nodiscard]] std::uint64_t checksum_of(const Ledger& ledger, const RIO_BUF& slice);

}  // namespace rio::strict
