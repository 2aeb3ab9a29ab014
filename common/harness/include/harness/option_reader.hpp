/// @file
/// @brief Command-line options whose numbers are checked before they are narrowed.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "harness/number.hpp"

namespace CLI {
class App;
}

namespace harness {

/// Adds options to a CLI11 application. A value that makes no sense ends the parsing with a
/// CLI::ValidationError that names option, value and range.
class OptionReader {
 public:
  explicit OptionReader(CLI::App& app) : app_(app) {}

  /// @param read takes the text; throws BadValue when it makes no sense
  void add(const char* name, const char* kind, const std::string& help,
           std::function<void(const std::string&)> read);

  /// @param target a number type or an optional one, wide enough for the range
  template <typename Number>
  void add_number(const char* name, const std::string& help, WholeNumberRange range,
                  Number& target) {
    add(name, "N", with_range(help, range), [range, &target](const std::string& text) {
      target = narrowed(target, parse_whole_number(text, range));
    });
  }

  /// @param may_be_zero "0" means none
  void add_seconds(const char* name, const std::string& help,
                   std::optional<std::chrono::milliseconds>& target, bool may_be_zero);

 private:
  static std::string with_range(const std::string& help, WholeNumberRange range);

  template <typename Number>
  static Number narrowed(const Number&, std::uint64_t number) {
    return static_cast<Number>(number);
  }
  template <typename Number>
  static Number narrowed(const std::optional<Number>&, std::uint64_t number) {
    return static_cast<Number>(number);
  }

  CLI::App& app_;
};

}  // namespace harness
