#include "command_under_test.hpp"

#include "workshop/programs.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <regex>

namespace workshop {

ProcessStart workshop_start(const std::vector<std::string>& arguments) {
  return {program_path("workshop"), arguments, std::nullopt, {}};
}

Finished run_workshop(const std::vector<std::string>& arguments) {
  return run_to_end(workshop_start(arguments), std::chrono::seconds(100));
}

int code_of(const Finished& finished) {
  return finished.status ? finished.status->code : -1;
}

nlohmann::json json_of(const std::string& text) {
  auto content = nlohmann::json::parse(text, nullptr, false);
  if (content.is_discarded()) {
    ADD_FAILURE() << "not JSON: " << text;
    return nullptr;
  }
  return content;
}

void expect_sound_numbers(const nlohmann::json& content) {
  const auto flat = content.flatten();
  for (const auto& [path, value] : flat.items()) {
    if (value.is_number()) {
      const auto number = value.get<double>();
      EXPECT_TRUE(std::isfinite(number) && number >= 0) << path << " is " << value;
    }
  }
}

void expect_no_nonsense(const std::string& text) {
  const std::regex nonsense(R"((^|\s)-?(nan|inf)\b|\s-\d)");
  std::smatch found;
  EXPECT_FALSE(std::regex_search(text, found, nonsense)) << found.str() << "\nin\n" << text;
}

}  // namespace workshop
