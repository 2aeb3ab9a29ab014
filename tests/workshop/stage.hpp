#pragma once

#include "workshop/child_process.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace workshop {

/// A folder with the workshop command where actors stand in for every other program, so that a
/// test decides how each of them behaves. The folder goes with this object.
class Stage {
 public:
  /// @param cast who plays what: "generator=send;03-iocp=crash"
  explicit Stage(std::string cast);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  [[nodiscard]] Finished run_workshop(const std::vector<std::string>& arguments) const;

 private:
  void copy(const std::string& from, const std::string& to) const;

  std::string cast_;
  std::filesystem::path folder_;
};

}  // namespace workshop
