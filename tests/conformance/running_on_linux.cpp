#include "running_on.hpp"

namespace conformance {

bool running_on_wine() {
  return false;
}

}  // namespace conformance
