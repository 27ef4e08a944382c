// A report: the profiles of a session, with what was asked, as a folder of files.
//
//   Report report;
//   report.profiles = session.profiles();
//   write_report("with_feeds", report);
//   const Json read = read_report("with_feeds");           // as report_json() gave it
//
// The files are those that the tutorials' tools would leave, and what opens anywhere:
//
//   profile.pop     a SQLite database (database.h)
//   profile.json    all of it, for programs
//   framework.json  what made it: names of operations, by layer
//   app.json        what was run: experiment, engine options, version
//   debug.json      each operation with its instructions and names, where debug info was asked for
//   trace.json      the spans, for Perfetto (trace_events.h)
//   report.html     the same in one file that needs no network
//
// report_folder.h says what becomes of what lies in the folder already, and what that throws;
// docs/profile.md describes tables and keys. Throws ResourceExhausted where not all could be
// written, NotFound where there is nothing to read.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "device/engine_options.h"
#include "profile/profile.h"
#include "report/report_folder.h"

namespace pipette::report {

struct Report {
  std::vector<profile::Profile> profiles;
  EngineOptions options;
  Json experiment = Json::object();
  std::string version;  // of Pipette
};

Json report_json(const Report& report);

// Returns what a reader of the folder should know: a file that could not be written, or that an
// earlier report has left there. A sentence for each.
std::vector<std::string> write_report(ReportFolder& folder, const Report& report);
std::vector<std::string> write_report(const std::string& folder, const Report& report);
Json read_report(const std::string& folder);

// "2021-10-06__02-24-24.631__70052": local time and process, which no two runs share.
std::string run_stamp();
// "tf_report__" and the stamp.
std::string default_folder();

}  // namespace pipette::report
