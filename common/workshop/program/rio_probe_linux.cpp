#include "rio_probe.hpp"

namespace workshop {

// The workshop's own layer always has it.
bool has_rio() {
  return true;
}

}  // namespace workshop
