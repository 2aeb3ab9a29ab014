#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace workshop {

/// Where does the system find a program that is called by its bare name?
[[nodiscard]] std::optional<std::filesystem::path> find_on_path(const std::string& program);

}  // namespace workshop
