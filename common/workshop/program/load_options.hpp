#pragma once

#include "workshop/load.hpp"

#include <string>

namespace CLI {
class App;
}

namespace workshop {

/// The load options of `compare` on a command line. Must outlive the parsing.
class LoadOptions {
 public:
  explicit LoadOptions(CLI::App& command);
  LoadOptions(const LoadOptions&) = delete;
  LoadOptions& operator=(const LoadOptions&) = delete;

  /// Which load was asked for? Valid after parsing.
  [[nodiscard]] Load load() const;

 private:
  Load load_;
  std::string rate_ = "max";
  double seconds_ = 1.0;
};

}  // namespace workshop
