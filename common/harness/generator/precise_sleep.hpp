// Sleeping until a moment, closer than the system's timer would have it.
#pragma once

namespace generator {

// Sleeps about that long; may return early, seldom returns late.
void sleep_a_little_less_than(double seconds);

}  // namespace generator
