#include "harness/work.hpp"

namespace harness {

std::uint64_t work(std::uint64_t value, std::uint32_t iterations) {
  // A multiplication and an addition: four cycles that cannot overlap with the next four.
  for (; iterations > 0; --iterations) {
    value = value * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
  }
  return value;
}

}  // namespace harness
