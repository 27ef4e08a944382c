#include "report/report_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "core/error.h"

namespace pipette::report {

namespace {

namespace fs = std::filesystem;

std::string path_in(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}

// Whether the profile in it is one that Pipette has written (report_json() in report.cc).
bool holds_report(const std::string& folder) {
  constexpr std::string_view kBeginning = "{\"pipette\":";
  std::ifstream file(path_in(folder, kProfileFile), std::ios::binary);
  std::string beginning(kBeginning.size(), ' ');
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  return file.good() && beginning == kBeginning;
}

// The folder without slashes behind it. Whoever names one of her own by mistake must not find files
// in it that she did not ask for.
std::string usable(std::string folder) {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  std::error_code none;
  const bool takes_one =
      !fs::exists(folder, none) ||
      (fs::is_directory(folder, none) && (fs::is_empty(folder, none) || holds_report(folder)));
  if (takes_one) return folder;
  throw InvalidArgument(
      fmt::format("\"{}\" is there already and holds no report, so none is written there; name "
                  "another folder",
                  folder));
}

}  // namespace

ReportFolder::ReportFolder(const std::string& path) : path_(usable(path)), folder_(path_) {
  file(kProfileFile);  // whether the folder can be written is seen now
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
