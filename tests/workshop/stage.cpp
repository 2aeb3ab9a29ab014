#include "stage.hpp"

#include "workshop/catalog.hpp"
#include "workshop/programs.hpp"

#include <chrono>
#include <system_error>

namespace workshop {
namespace {

// The folder of a run that was killed must not disturb the next one.
std::filesystem::path fresh_folder() {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  auto folder = own_folder() / ("stage-" + std::to_string(ticks));
  std::filesystem::create_directories(folder);
  return folder;
}

}  // namespace

Stage::Stage(std::string cast) : cast_(std::move(cast)), folder_(fresh_folder()) {
  std::filesystem::copy_file(own_folder() / "catalog.json", folder_ / "catalog.json");
  copy("workshop", "workshop");
  copy("actor", "generator");
  const auto catalog = Catalog::of_this_build();
  for (const auto& entry : catalog.entries()) {
    if (cast_.find(entry.name) != std::string::npos) {
      copy("actor", entry.name);
    }
  }
}

Stage::~Stage() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void Stage::copy(const std::string& from, const std::string& to) const {
  std::filesystem::copy_file(program_path(from), folder_ / program_path(to).filename());
}

Finished Stage::run_workshop(const std::vector<std::string>& arguments) const {
  return run_to_end({folder_ / program_path("workshop").filename(),
                     arguments,
                     std::nullopt,
                     {{"ACTOR_PARTS", cast_}}},
                    std::chrono::seconds(100));
}

}  // namespace workshop
