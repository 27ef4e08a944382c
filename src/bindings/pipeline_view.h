// A pipelined session for JavaScript, as JSON text; see views.h for the conventions.
//
//   pipeline_json(session)    // {"schedule":"Grouped","stages":[...],"boxes":[...],...} or null
#pragma once

#include <string>

#include "session/session.h"

namespace pipette::bindings {

// Schedule, stages, boxes with their times, idle spans with their reasons, memory and the position
// of the run. "null" for an experiment that is not a pipeline.
std::string pipeline_json(const Session& session);

}  // namespace pipette::bindings
