// Which system runs the tests?
#pragma once

namespace conformance {

[[nodiscard]] bool running_on_wine();

}  // namespace conformance
