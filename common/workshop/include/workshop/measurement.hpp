#pragma once

#include "workshop/figures.hpp"
#include "workshop/load.hpp"
#include "workshop/machine.hpp"

#include <functional>
#include <optional>
#include <string>

namespace workshop {

/// Which core serves, which core sends. Nothing: left to the system.
struct Pinning {
  std::optional<unsigned> server;
  std::optional<unsigned> generator;
};

/// Server and generator on the first two cores we may use, or neither pinned.
[[nodiscard]] Pinning pinning_on(const Machine& machine);
[[nodiscard]] std::string describe(const Pinning& pinning);

/// One server under one load, once.
struct Measurement {
  std::optional<std::string> failure;  ///< one sentence; the figures are then empty
  bool hung = false;                   ///< the failure was a hang, ended by us
  bool pinned = false;                 ///< both programs got the core asked for
  Figures figures;
  double datagrams = 0;
  double notifications = 0;
  double sent_per_s = 0;        ///< what the generator achieved; 0 when unknown
  std::string sent_how;         ///< plain or segmented, whatever was asked for
  std::string served = "null";  ///< what the server reported, as JSON
  std::string sent = "null";    ///< what the generator reported, as JSON
};

/// Told what is going on in the middle of a run, for --verbose: one line.
using Narrator = std::function<void(const std::string&)>;

/// Starts the server, waits until it listens, lets the generator send, waits for the result.
/// Whatever goes wrong becomes the measurement's failure; nothing is left running.
[[nodiscard]] Measurement measure(const std::string& chapter, const Load& load, KernelEntries mode,
                                  const Pinning& pinning, const Narrator& narrate);

}  // namespace workshop
