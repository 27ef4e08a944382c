#include "report/report_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "core/error.h"

namespace pipette::report {

namespace {

namespace fs = std::filesystem;

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::string path_in(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}

// Whoever names a folder of her own by mistake must not find files in it that she did not ask for.
void require_report_or_nothing(const std::string& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return;
  if (fs::is_directory(folder, error) &&
      (fs::is_empty(folder, error) || fs::exists(path_in(folder, kProfileFile), error))) {
    return;
  }
  throw InvalidArgument(
      fmt::format("\"{}\" is there already and holds no report, so none is written there; name "
                  "another folder",
                  folder));
}

}  // namespace

ReportFolder::ReportFolder(const std::string& path) : path_(without_slashes(path)) {
  require_report_or_nothing(path_);
  make();
  try {
    file(kProfileFile);  // whether the folder can be written is seen now
  } catch (...) {
    take_away();
    throw;
  }
}

ReportFolder::~ReportFolder() { take_away(); }

void ReportFolder::take_away() {
  written_.clear();
  std::error_code none;
  for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) fs::remove(*folder, none);
}

void ReportFolder::make() {
  std::error_code error;
  for (fs::path folder = path_; !folder.empty() && !fs::exists(folder, error);
       folder = folder.parent_path()) {
    made_.insert(made_.begin(), folder.string());
  }
  if (!fs::create_directories(path_, error) && error) {
    throw NotFound(fmt::format("cannot make the folder \"{}\": {}", path_, error.message()));
  }
}

OutputFile& ReportFolder::file(const char* name) {
  return written_.try_emplace(name, path_in(path_, name)).first->second;
}

void ReportFolder::leave_out(const char* name) { written_.erase(name); }

void ReportFolder::commit() {
  for (auto& [name, file] : written_) {
    file.stream().flush();
    file.check();
  }
  for (auto& [name, file] : written_) file.commit();
}

std::vector<std::string> ReportFolder::left_by_others() const {
  std::vector<std::string> names;
  for (const std::string name : kReportFiles) {
    std::error_code none;
    if (!written_.contains(name) && fs::exists(path_in(path_, name), none)) names.push_back(name);
  }
  return names;
}

}  // namespace pipette::report
