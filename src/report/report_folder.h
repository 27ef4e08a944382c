// The folder of a report, created and checked before there is anything to write.
//
//   ReportFolder folder("with_feeds");            // throws if no report could be written there
//   while (!session.advance()) {}
//   write_report(folder, report);                 // report.h
//
// Accepts only a folder that is empty or already holds a report, and replaces only files of a
// report in it, one by one: other files there or beside it are not touched. No file gets its final
// name before all are written, so a full disk leaves the earlier report intact.
//
// Throws NotFound if the folder cannot be created or written, InvalidArgument for a folder that
// holds something else. One thread.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/made_folder.h"

namespace pipette::report {

inline constexpr const char* kProfileFile = "profile.json";
inline constexpr std::array<const char*, 7> kReportFiles = {
    kProfileFile, "framework.json", "app.json",   "debug.json",
    "trace.json", "report.html",    "profile.pop"};

class ReportFolder {
 public:
  explicit ReportFolder(const std::string& path);

  const std::string& path() const { return path_; }
  // A file of the report, with one of the names above; commit() replaces the existing one.
  OutputFile& file(const char* name);
  void leave_out(const char* name);
  void commit();
  // The files there that an earlier report left and that this report does not have.
  std::vector<std::string> left_by_others() const;

 private:
  std::string path_;
  MadeFolder folder_;
  std::map<std::string, OutputFile> written_;
};

}  // namespace pipette::report
