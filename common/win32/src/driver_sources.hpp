// The drivers behind something that is waited for: kept weakly, each once.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "driver.hpp"

namespace win32 {

inline void add_source(std::vector<std::weak_ptr<Driver>>& sources,
                       const std::shared_ptr<Driver>& driver) {
  const auto is_same = [&](const std::weak_ptr<Driver>& source) {
    return !source.owner_before(driver) && !driver.owner_before(source);
  };
  if (!driver || std::ranges::any_of(sources, is_same)) return;
  std::erase_if(sources, [](const auto& source) { return source.expired(); });
  sources.push_back(driver);
}

inline void collect_sources(const std::vector<std::weak_ptr<Driver>>& sources,
                            std::vector<std::shared_ptr<Driver>>& into) {
  for (const auto& weak : sources) {
    auto driver = weak.lock();
    if (driver && std::ranges::find(into, driver) == into.end()) into.push_back(std::move(driver));
  }
}

}  // namespace win32
