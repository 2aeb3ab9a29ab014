// actor: a program of many parts, for tests of those who start programs.
//
// Its part is its first argument or, when the environment variable ACTOR_PARTS holds
// "name=part;name=part", what is written there for its own file's name. So copies of it can
// stand in for chapters and the generator.

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

void say(const std::string& line) {
  (void)std::fputs((line + "\n").c_str(), stdout);
  (void)std::fflush(stdout);
}

void complain(const std::string& line) {
  (void)std::fputs((line + "\n").c_str(), stderr);
  (void)std::fflush(stderr);
}

/// Longer than any test: whoever started us has to end us.
void wait_long() {
  std::this_thread::sleep_for(std::chrono::minutes(10));
}

void say_ready() {
  say(json{{"event", "ready"}, {"port", 5000}}.dump());
}

json result_with(int datagrams) {
  return {{"event", "result"},
          {"datagrams", datagrams},
          {"duplicated", 0},
          {"rate_per_s", 1000.5},
          {"cpu_user_ns_per_datagram", datagrams > 0 ? json(200) : json()},
          {"cpu_kernel_ns_per_datagram", datagrams > 0 ? json(300) : json()},
          {"kernel_entries", 2 * datagrams},
          {"kernel_entries_as_windows", 2 * datagrams},
          {"batch", {{"mean", 1.5}}},
          {"context_switches_voluntary", 4},
          {"context_switches_involuntary", 1}};
}

int serve(int datagrams) {
  say_ready();
  say(result_with(datagrams).dump());
  return 0;
}

int play_echo(const Words& words) {
  std::for_each(words.begin() + 2, words.end(), say);
  complain("to standard error");
  return 3;
}

int play_wait(const Words&) {
  say("waiting");
  wait_long();
  return 0;
}

int play_parent(const Words& words) {
  const auto quoted = "\"" + words[0] + "\" wait";
  // cmd.exe takes the outer quotation marks away, a POSIX shell would keep them.
  const bool is_windows = words[0].ends_with(".exe");
  return std::system((is_windows ? "\"" + quoted + "\"" : quoted).c_str()) == 0 ? 0 : 1;
}

int play_hang(const Words&) {
  say_ready();
  wait_long();
  return 0;
}

int play_crash(const Words&) {
  say_ready();
  std::abort();
}

int play_refuse(const Words&) {
  complain("port 5000 is taken");
  return 1;
}

int play_send(const Words&) {
  say(json{{"event", "sent"}, {"sent", 100}}.dump());
  return 0;
}

int play_babble(const Words&) {
  say("{\"event\":");
  say("[1,2");
  say_ready();
  say("{\"event\":\"result\",\"datagrams\":\"many\",\"rate_per_s\":1e999}");
  return 0;
}

const std::map<std::string, std::function<int(const Words&)>> parts{
    {"echo", play_echo},
    {"wait", play_wait},
    {"parent", play_parent},
    {"serve", [](const Words&) { return serve(100); }},
    {"serve-nothing", [](const Words&) { return serve(0); }},
    {"hang", play_hang},
    {"crash", play_crash},
    {"refuse", play_refuse},
    {"babble", play_babble},
    {"send", play_send}};

std::string part_of(const Words& words) {
  const char* const cast = std::getenv("ACTOR_PARTS");
  const auto own = std::filesystem::path(words[0]).stem().string() + "=";
  const std::string list = cast == nullptr ? "" : std::string(";") + cast + ";";
  const auto entry = list.find(";" + own);
  if (entry == std::string::npos) {
    return words.size() > 1 ? words[1] : "";
  }
  const auto begin = entry + 1 + own.size();
  return list.substr(begin, list.find(';', begin) - begin);
}

}  // namespace

int main(int count, char** arguments) {
  const Words words(arguments, arguments + count);
  const auto part = parts.find(part_of(words));
  return part == parts.end() ? 2 : part->second(words);
}
