#pragma once

#include <cstdio>
#include <string>

namespace workshop {

/// Where the results for people go when JSON goes to this file ("-" is standard output).
[[nodiscard]] std::FILE* stream_for_people(const std::string& json_file);

/// Writes JSON text to a file or, for "-", to standard output; does nothing without a name.
/// @throws std::runtime_error naming the file when it cannot be written.
void write_json(const std::string& json_file, const std::string& text);

}  // namespace workshop
