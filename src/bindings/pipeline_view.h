// A pipeline for JavaScript, as JSON text; see views.h for the conventions.
//
//   pipeline_json(session.pipeline(), session.pipeline_position())
//   // {"schedule":"Grouped","stages":[...],"boxes":[...],...}
#pragma once

#include <string>

#include "observe/pipeline_info.h"

namespace pipette::bindings {

// Schedule, stages, boxes with their times, idle spans with their reasons, memory and the position
// of the run. "null" without a pipeline.
std::string pipeline_json(const PipelineInfo* info, const PipelinePosition& at);

}  // namespace pipette::bindings
