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
// A folder is written whole or not at all: under a name beside it first, and what had its name
// before is kept until then. docs/profile.md describes tables and keys.
//
// Throws NotFound where the folder cannot be made or read, ResourceExhausted where not all could
// be written, InvalidArgument for a folder that holds something else.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "device/engine_options.h"
#include "profile/profile.h"

namespace pipette::report {

struct Report {
  std::vector<profile::Profile> profiles;
  EngineOptions options;
  Json experiment = Json::object();
  std::string version;  // of Pipette
};

Json report_json(const Report& report);

// Returns what it could not write, a sentence for each; nothing where all is there.
std::vector<std::string> write_report(const std::string& folder, const Report& report);
Json read_report(const std::string& folder);

// "tf_report__2021-10-06__02-24-24.631__70052": local time and process.
std::string default_folder();

}  // namespace pipette::report
