// What the generator prints.
#pragma once

#include <string>

#include "generator/load.hpp"
#include "generator/options.hpp"
#include "generator/stops.hpp"

namespace generator {

struct Outcome {
  Sent sent;
  StopsSent stops;
  bool interrupted = false;

  // Did nobody receive anything, as far as the system can tell?
  [[nodiscard]] bool nobody_listened() const;
  // Nothing when it was over too quickly for the clock.
  [[nodiscard]] std::optional<double> rate_per_s() const;
};

[[nodiscard]] std::string legend_text(const Options& options);
[[nodiscard]] std::string outcome_text(const Options& options, const Outcome& outcome);
// One line of JSON.
[[nodiscard]] std::string outcome_json(const Options& options, const Outcome& outcome);
// "nothing is listening on 127.0.0.1:5000: every datagram was refused"
[[nodiscard]] std::string nobody_listened_text(const Options& options);

}  // namespace generator
