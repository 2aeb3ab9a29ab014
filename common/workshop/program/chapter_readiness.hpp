#pragma once

#include "workshop/catalog.hpp"

#include <string>

namespace workshop {

/// Can this chapter run here? "yes", "not built" or "no: no RIO".
[[nodiscard]] std::string readiness_of(const CatalogEntry& entry);

}  // namespace workshop
