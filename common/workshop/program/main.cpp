// The workshop's command line: doctor, list, run, load, demo, compare, test.

#include "command_line.hpp"
#include "commands.hpp"

#include "workshop/terminal.hpp"

#include <exception>

int main(int count, char** words) {
  workshop::prepare_terminal();
  try {
    return workshop::run_command_line({words + 1, words + count});
  } catch (const std::exception& problem) {
    workshop::print(stderr, std::string("workshop: ").append(problem.what()).append("\n"));
    return workshop::wrong;
  }
}
