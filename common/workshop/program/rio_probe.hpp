#pragma once

namespace workshop {

/// Does this system hand out the RIO function table?
[[nodiscard]] bool has_rio();

}  // namespace workshop
