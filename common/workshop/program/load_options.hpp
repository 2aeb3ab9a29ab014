#pragma once

#include "workshop/load.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace workshop {

/// The load options of `compare` on a command line.
class LoadOptions {
 public:
  explicit LoadOptions(CLI::App& command);

  /// The load that was asked for; valid after parsing.
  [[nodiscard]] Load load() const;

 private:
  std::shared_ptr<Load> load_;
  std::shared_ptr<std::string> rate_;
  std::shared_ptr<double> seconds_;
};

}  // namespace workshop
