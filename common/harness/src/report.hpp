// What a chapter prints. With --json standard output has JSON lines only, and what is for people
// goes to standard error.
#pragma once

#include <string>

#include "harness/chapter.hpp"
#include "result.hpp"

namespace harness {

void print_legend(const Chapter& chapter, const Options& options);
void print_ready(const Chapter& chapter, const Options& options, const SOCKADDR_INET& address);
void print_result(const Result& result);

// One line of JSON each.
[[nodiscard]] std::string ready_json(const Chapter& chapter, std::uint16_t port);
[[nodiscard]] std::string result_json(const Result& result);

// For people, one item a line.
[[nodiscard]] std::string legend_text(const Chapter& chapter, const Options& options);
[[nodiscard]] std::string result_text(const Result& result);

}  // namespace harness
