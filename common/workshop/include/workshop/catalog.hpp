#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace workshop {

/// One chapter, as chapters/catalog.json describes it.
struct CatalogEntry {
  std::string name;
  int part = 0;
  std::string family;  ///< blocking, overlapped, iocp or rio
  std::string idea;
  std::string story;
};

/// A name that no chapter has, or that several could mean; what() names it and the closest.
class UnknownChapter : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The one list of chapters.
class Catalog {
 public:
  explicit Catalog(std::vector<CatalogEntry> entries) : entries_(std::move(entries)) {}

  /// @throws std::runtime_error naming the file when it cannot be read or is not a catalogue.
  [[nodiscard]] static Catalog load(const std::filesystem::path& file);
  /// The catalogue that the build put beside the programs.
  [[nodiscard]] static Catalog of_this_build();

  [[nodiscard]] const std::vector<CatalogEntry>& entries() const& { return entries_; }
  void entries() && = delete;  // would outlive the catalogue

  /// Finds a chapter by its name, its number ("3", "03"), its name without the number, or any
  /// beginning or part that only one name has.
  /// @throws UnknownChapter otherwise.
  [[nodiscard]] const CatalogEntry& find(const std::string& name) const&;
  void find(const std::string& name) && = delete;

  /// As find(), for several names; all chapters when none is given. Each chapter once, in the
  /// order given.
  [[nodiscard]] std::vector<CatalogEntry> select(const std::vector<std::string>& names) const;

 private:
  std::vector<CatalogEntry> entries_;
};

}  // namespace workshop
