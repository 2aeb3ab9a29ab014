#include "workshop/catalog.hpp"

#include "workshop/closest_names.hpp"
#include "workshop/programs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <functional>

namespace workshop {
namespace {

CatalogEntry entry_of(const nlohmann::json& chapter) {
  return {chapter.at("name").get<std::string>(), chapter.at("part").get<int>(),
          chapter.at("family").get<std::string>(), chapter.at("idea").get<std::string>(),
          chapter.at("story").get<std::string>()};
}

std::string number_of(const std::string& name) {
  return name.substr(0, name.find('-'));
}
std::string title_of(const std::string& name) {
  return name.substr(name.find('-') + 1);
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() <= 2 &&
         std::ranges::all_of(text, [](char digit) { return digit >= '0' && digit <= '9'; });
}

using Matches = std::function<bool(const std::string& chapter)>;

/// From the strictest meaning of a name to the loosest.
std::vector<Matches> meanings_of(const std::string& name) {
  const auto number = name.size() == 1 ? "0" + name : name;
  std::vector<Matches> meanings{
      [name](const std::string& chapter) { return chapter == name; },
      [name](const std::string& chapter) { return title_of(chapter) == name; },
  };
  if (is_number(name)) {
    meanings.emplace_back(
        [number](const std::string& chapter) { return number_of(chapter) == number; });
    return meanings;
  }
  meanings.emplace_back([name](const std::string& chapter) {
    return chapter.starts_with(name) || title_of(chapter).starts_with(name);
  });
  meanings.emplace_back(
      [name](const std::string& chapter) { return chapter.find(name) != std::string::npos; });
  return meanings;
}

std::vector<std::string> names_of(const std::vector<CatalogEntry>& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) {
    names.push_back(entry.name);
  }
  return names;
}

}  // namespace

Catalog Catalog::load(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) {
    throw std::runtime_error("cannot read the list of chapters, " + file.string());
  }
  try {
    std::vector<CatalogEntry> entries;
    const auto catalog = nlohmann::json::parse(stream);
    for (const auto& chapter : catalog.at("chapters")) {
      entries.push_back(entry_of(chapter));
    }
    return Catalog(std::move(entries));
  } catch (const nlohmann::json::exception& problem) {
    throw std::runtime_error(file.string() + " is not a list of chapters: " + problem.what());
  }
}

Catalog Catalog::of_this_build() {
  const auto folder = own_folder();
  const auto beside = folder / "catalog.json";
  // Generators with several configurations put programs one folder deeper.
  return load(std::filesystem::exists(beside) ? beside : folder.parent_path() / "catalog.json");
}

const CatalogEntry& Catalog::find(const std::string& name) const& {
  for (const auto& matches : meanings_of(name)) {
    std::vector<const CatalogEntry*> found;
    for (const auto& entry : entries_) {
      if (!name.empty() && matches(entry.name)) {
        found.push_back(&entry);
      }
    }
    if (found.size() == 1) {
      return *found.front();
    }
    if (found.size() > 1) {
      std::vector<std::string> candidates;
      for (const auto* entry : found) {
        candidates.push_back(entry->name);
      }
      throw UnknownChapter(
          fmt::format("'{}' could mean {}; say which", name, fmt::join(candidates, ", ")));
    }
  }
  throw UnknownChapter(fmt::format("there is no chapter '{}'; the closest names are {}", name,
                                   fmt::join(closest_names(name, names_of(entries_)), ", ")));
}

std::vector<CatalogEntry> Catalog::select(const std::vector<std::string>& names) const {
  if (names.empty()) {
    return entries_;
  }
  std::vector<CatalogEntry> selected;
  for (const auto& name : names) {
    const auto& entry = find(name);
    const auto is_same = [&](const CatalogEntry& other) { return other.name == entry.name; };
    if (std::ranges::none_of(selected, is_same)) {
      selected.push_back(entry);
    }
  }
  return selected;
}

}  // namespace workshop
