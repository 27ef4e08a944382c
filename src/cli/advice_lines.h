// A profile's advice on the command line: the command that follows it, and what comes when it is
// followed.
//
//   Json json = report_json(report);
//   add_commands(session.experiment(), json);                  // advice gets "command"
//   try_advice(report.profiles, session, json);       // "came" and "kept", or "failed"
//
// `json` is that of a report of the same profiles, whose insights and advice are in the same order.
#pragma once

#include <vector>

#include "cli/progress.h"
#include "core/json_fwd.h"
#include "session/session.h"

namespace pipette::cli {

// No command for what no flags say.
void add_commands(const Experiment& experiment, Json& report);
// Runs each advised experiment as far as profiles record, with the session's data.
void try_advice(const std::vector<profile::Profile>& profiles, const Session& session, Json& report,
                Progress& progress);

}  // namespace pipette::cli
