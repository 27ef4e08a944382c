// A pipeline for JavaScript, as JSON text; see views.h for the conventions.
//
//   pipeline_json(session.pipeline(), session.observed().pipeline_position())
//   // {"schedule":"Grouped","stages":[...],"boxes":[...],...}
#pragma once

#include <string>

#include "observe/pipeline_info.h"

namespace pipette::bindings {

// Stages, memory, the position of the run, and the schedule laid out in columns of cycles
// (pipeline/schedule_layout.h): rows, boxes, weight updates, idle spans with their reasons,
// barriers and parts. "null" without a pipeline.
std::string pipeline_json(const PipelineInfo* info, const PipelinePosition& at);

}  // namespace pipette::bindings
