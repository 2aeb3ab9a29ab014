#include "chapter_readiness.hpp"

#include "rio_probe.hpp"

#include "workshop/programs.hpp"

namespace workshop {

std::string readiness_of(const CatalogEntry& entry) {
  if (!std::filesystem::exists(program_path(entry.name))) {
    return "not built";
  }
  return entry.family == "rio" && !has_rio() ? "no: no RIO" : "yes";
}

}  // namespace workshop
