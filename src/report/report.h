// A report: the profiles of a session, and what was run, as a folder of files.
//
//   Report report;
//   report.profiles = session.profiles();
//   write_report("with_feeds", report);
//   const Json read = read_report("with_feeds");           // as report_json() returned it
//
// The files are those that the tutorials' tools would leave, and some that open anywhere:
//
//   profile.pop     a SQLite database (database.h)
//   profile.json    everything, for programs
//   framework.json  the model: names of operations, by layer
//   app.json        what was run: experiment, engine options, version
//   debug.json      each operation with its instructions and names, if debug info was requested
//   trace.json      the spans, for Perfetto (trace_events.h)
//   report.html     the same in one file that needs no network
//
// report_folder.h describes how files already in the folder are treated, and its errors;
// docs/profile.md describes tables and keys. Throws ResourceExhausted if not everything could be
// written, NotFound if there is nothing to read.
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

// Returns notes for readers of the folder, one sentence each: about a file that could not be
// written, or one left there by an earlier report.
std::vector<std::string> write_report(ReportFolder& folder, const Report& report);
std::vector<std::string> write_report(const std::string& folder, const Report& report);
Json read_report(const std::string& folder);

// "2021-10-06__02-24-24.631__70052": local time and process, unique for each run.
std::string run_stamp();
// "tf_report__" and the stamp.
std::string default_folder();

}  // namespace pipette::report
