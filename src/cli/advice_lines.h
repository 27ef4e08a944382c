// A profile's advice on the command line: the command that follows it, and the result of following
// it.
//
//   Json json = report_json(report);
//   add_commands(session.experiment(), json);                  // advice gets "command"
//   try_advice(report.profiles, session, json);       // "came" and "kept", or "failed"
//
// `json` is a report of the same profiles, with insights and advice in the same order.
#pragma once

#include <vector>

#include "cli/progress.h"
#include "core/json_fwd.h"
#include "session/session.h"

namespace pipette::cli {

// Advice that no flags can express gets no command.
void add_commands(const Experiment& experiment, Json& report);
// Runs each advised experiment for as long as profiles record, with the session's data.
void try_advice(const std::vector<profile::Profile>& profiles, const Session& session, Json& report,
                Progress& progress);

}  // namespace pipette::cli
