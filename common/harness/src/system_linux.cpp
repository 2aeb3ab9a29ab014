#include "harness/system.hpp"

namespace harness {

std::string system_name() {
  return "Linux (workshop API layer)";
}

std::string system_caveat() {
  return "measured on Linux with the workshop's API layer – not Windows numbers";
}

std::string backend_name() {
  return "workshop API layer";
}

void prepare_console() {}

}  // namespace harness
