#pragma once

#include <string>
#include <vector>

namespace workshop {

/// One line of `doctor`.
struct Finding {
  enum class Kind { ok, note, missing };
  Kind kind = Kind::ok;
  std::string subject;
  std::string what;
  std::string way_out;  ///< what to do about it; empty when there is nothing to do
};

/// Everything that matters here for the workshop, as this system knows it.
[[nodiscard]] std::vector<Finding> examine_system();

}  // namespace workshop
