#include "chapter_under_test.hpp"

#include <stdexcept>
#include <string_view>

#include "workshop/programs.hpp"

namespace workshop::test {
namespace {

using nlohmann::json;
constexpr std::chrono::milliseconds kBetweenStops{100};

Arguments for_test(Arguments options) {
  options.insert(options.begin(), {"--json", "--port", "auto"});
  return options;
}

bool is_event(std::string_view line, std::string_view event) {
  const json parsed = json::parse(line, nullptr, false);
  return parsed.is_object() && parsed.value("event", "") == event;
}

json wait_until_ready(ChildProcess& process) {
  const auto line = process.wait_for_line(
      [](std::string_view text) { return is_event(text, "ready"); }, kPatience);
  if (!line) throw std::runtime_error("the program does not listen; it says: " + process.errors());
  return json::parse(*line);
}

}  // namespace

ChapterUnderTest::ChapterUnderTest(const std::string& chapter, Arguments options)
    : process_({program_path(chapter), for_test(std::move(options)), {}, {}}),
      ready_(wait_until_ready(process_)) {}

json ChapterUnderTest::result() {
  const auto status = process_.wait(kPatience);
  if (!status) throw std::runtime_error("the program does not end");
  if (!status->succeeded()) {
    throw std::runtime_error("the program " + describe(*status) + ": " + process_.errors());
  }
  const auto lines = process_.lines();
  if (lines.empty() || !is_event(lines.back(), "result")) {
    throw std::runtime_error("no result in: " + process_.output());
  }
  return json::parse(lines.back());
}

json ChapterUnderTest::stop(Sender& sender) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  do {
    sender.send_stop();
  } while (!process_.wait(kBetweenStops) && std::chrono::steady_clock::now() < deadline);
  return result();
}

Finished run_program(const std::string& name, Arguments arguments) {
  return run_to_end({program_path(name), std::move(arguments), {}, {}}, kPatience);
}

}  // namespace workshop::test
