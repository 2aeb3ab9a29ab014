#include "deviations.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>

#include "running_on.hpp"

namespace conformance {
namespace {

struct Deviation {
  std::string_view test;
  std::string_view reason;
  bool always = true;  // or only when threads meet in a certain order
};

// Wine 8.0.
constexpr std::array kWine{
    Deviation{"Case.BytesOfANonBlockingSendArriveAfterTheClose",
              "a non-blocking send takes a part, as Linux below it does"},
    Deviation{"Case.NonBlockingSendTakesTheWholeBufferOrNothing",
              "a non-blocking send takes a part, as Linux below it does"},
    Deviation{"Connection.AcceptedSocketNeedsTheContextUpdate",
              "getpeername works at once on a socket from AcceptEx"},
    Deviation{"Connection.TooSmallAnAddressAreaIsRefused",
              "refused, but with an error number of its own"},
    Deviation{"Datagram.PortUnreachableIsReportedToAReceiveNotToASend",
              "the next send takes the report away, as on Linux below it"},
    Deviation{"Datagram.SendToTheUnspecifiedAddressIsRefused",
              "sends to the loopback address, as Linux does"},
    Deviation{"DuplicateSocket.PendingReceiveEndsOnlyWithTheLastHandleAndKeepsItsKey",
              "closing one of two handles ends the operations started through it"},
    Deviation{"OverlappedCall.OnAnUnboundSocketIsRefused", "the receive pends"},
    Deviation{"OverlappedCall.WithoutBuffersIsRefused", "the receive pends"},
    Deviation{"Port.ClosingItReleasesAWaitingThread",
              "the thread goes on waiting, if it waits already", false},
    Deviation{"Port.ExTimesOutWithNothingRemoved", "the count is written as 1 on a time-out"},
    Deviation{"Port.ThreadThatWaitedLastRunsFirst", "threads take turns", false},
    Deviation{"Port.WithConcurrencyOneASecondPacketWaitsUntilTheFirstWorkerBlocks",
              "the concurrency value is ignored"},
    Deviation{"PortSocket.CancellingNothingReportsNotFound", "CancelIoEx says TRUE"},
    Deviation{"PortSocket.ClosingTheSocketEndsEachPendingReceiveExactlyOnce",
              "the packets carry error 676"},
    Deviation{"Program.AcceptExConnectExDisconnectExPlayWithTheSameTwoSocketsAgainAndAgain",
              "DisconnectEx does not make a socket fit for another ConnectEx"},
    Deviation{"Program.IocpTcpEchoStopsByClosingTheListenerAndThePort",
              "closing a port leaves its waiting threads waiting", false},
    Deviation{"Stream.OwnCloseWithAPendingReceiveIsAnAbortedConnection",
              "the packet carries error 676"},
    Deviation{"Stream.ResetEndsAllPendingReceivesAndLaterOnesFailAtOnceWithoutAPacket",
              "a later receive succeeds with 0 bytes"},
    Deviation{"Wait.ForAllRefusesAHandleThatComesTwice", "the wait is carried out"},
};

const Deviation* find_deviation(std::string_view test) {
  const auto row = std::ranges::find(kWine, test, &Deviation::test);
  return row == kWine.end() ? nullptr : &*row;
}

}  // namespace

bool deviations_are_known_here() {
  return running_on_wine();
}

void DeviationJudge::OnTestEnd(const testing::TestInfo& test) {
  outcomes_.push_back(
      {std::string(test.test_suite_name()) + '.' + test.name(), test.result()->Failed()});
}

bool DeviationJudge::all_as_expected() const {
  bool as_expected = true;
  for (const Outcome& outcome : outcomes_) {
    const Deviation* const deviation = find_deviation(outcome.test);
    const bool may_pass = deviation == nullptr || !deviation->always;
    if (outcome.failed ? deviation != nullptr : may_pass) {
      // In the words by which ctest knows a test that was not judged.
      if (outcome.failed) {
        std::cout << "[  SKIPPED ] " << outcome.test
                  << ": known to differ under Wine: " << deviation->reason << '\n';
      }
      continue;
    }
    as_expected = false;
    std::cout << outcome.test
              << (outcome.failed ? ": failed\n"
                                 : ": no longer differs under Wine; take it off the table\n");
  }
  return as_expected;
}

}  // namespace conformance
