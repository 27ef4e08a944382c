// The folder of a report, made and checked before there is anything to write.
//
//   ReportFolder folder("with_feeds");            // throws where no report could be written there
//   while (!session.advance()) {}
//   write_report(folder, report);                 // report.h
//
// Only a folder that is empty, or holds a report already, takes one, and only files of a report are
// replaced in it, each by itself: what else lies there, or beside it, is nobody's business here.
// Nothing gets its name before all are written, so a full disk leaves the report that there was.
//
// Throws NotFound where the folder cannot be made or written, InvalidArgument for one that holds
// something else. One thread.
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
  // A file of the report, one of the names above, which replaces the one that there is at commit().
  OutputFile& file(const char* name);
  void leave_out(const char* name);
  void commit();
  // The files there that an earlier report has left and this one does not have.
  std::vector<std::string> left_by_others() const;

 private:
  std::string path_;
  MadeFolder folder_;
  std::map<std::string, OutputFile> written_;
};

}  // namespace pipette::report
