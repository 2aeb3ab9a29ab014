#include "harness/option_reader.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

namespace harness {

void OptionReader::add(const char* name, const char* kind, const std::string& help,
                       std::function<void(const std::string&)> read) {
  const auto checked = [name, read = std::move(read)](const std::string& text) {
    try {
      read(text);
    } catch (const BadValue& bad) {
      throw CLI::ValidationError(name, bad.what());
    }
  };
  app_.add_option_function<std::string>(name, checked, help)->type_name(kind);
}

void OptionReader::add_seconds(const char* name, const std::string& help,
                               std::optional<std::chrono::milliseconds>& target, bool may_be_zero) {
  add(name, "SECONDS", help, [may_be_zero, &target](const std::string& text) {
    if (may_be_zero && text == "0") {
      target.reset();
    } else {
      target = parse_seconds(text);
    }
  });
}

std::string OptionReader::with_range(const std::string& help, WholeNumberRange range) {
  return fmt::format("{} [{}…{}]", help, with_separators(range.lowest),
                     with_separators(range.highest));
}

}  // namespace harness
