#pragma once

#include "workshop/child_process.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace workshop {

/// Runs the workshop command that was built along with the tests, to its end.
[[nodiscard]] Finished run_workshop(const std::vector<std::string>& arguments);

/// How to start it without waiting.
[[nodiscard]] ProcessStart workshop_start(const std::vector<std::string>& arguments);

/// The exit code, or -1 when the command hung.
[[nodiscard]] int code_of(const Finished& finished);

/// The JSON in a text; reports a test failure and returns null when it is none.
[[nodiscard]] nlohmann::json json_of(const std::string& text);

/// Reports a test failure for each number in it that is negative or not finite. (JSON has no
/// way to write the latter; a program that tried wrote null where a number belongs.)
void expect_sound_numbers(const nlohmann::json& content);

/// Reports a test failure when a text for people contains a figure that is none.
void expect_no_nonsense(const std::string& text);

}  // namespace workshop
