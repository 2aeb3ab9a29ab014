#include "commands.hpp"

namespace workshop {

std::string command_name() {
  return "./workshop";
}

}  // namespace workshop
