// Where a system is known to differ from the documented rule, and why.
//
// The rule stays the test; the table only says that it fails there. A deviation that is gone fails
// the run, so that the table stays true.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace conformance {

// Collects which tests ran and failed, and judges them by the table of this system.
class DeviationJudge : public testing::EmptyTestEventListener {
 public:
  void OnTestEnd(const testing::TestInfo& test) override;
  // Prints what deviates and why; what fails unexpectedly, or no longer, makes it false.
  [[nodiscard]] bool all_as_expected() const;

 private:
  struct Outcome {
    std::string test;
    bool failed;
  };
  std::vector<Outcome> outcomes_;
};

// Is there a table for the system that we run on?
[[nodiscard]] bool deviations_are_known_here();

}  // namespace conformance
