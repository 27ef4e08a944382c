// A function whose engine runs are pipelines, with the facts that its program does not contain.
//
//   PipelineOutline outline{function, PipelineSchedule::grouped, {{0}, {1}}, {"dense1", "dense2"}};
//
// Lists are by stage. The function must outlive the outline. The pipeline is the one compiled for
// arguments of these specs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pipeline/schedule.h"
#include "program/function.h"

namespace pipette::pipelining {

struct PipelineOutline {
  std::reference_wrapper<const Function> function;
  PipelineSchedule schedule = PipelineSchedule::grouped;
  DeviceLists stage_devices;  // IPUs of a replica
  std::vector<std::string> stage_names;
  std::int64_t gradient_accumulation_count = 1;
  std::int64_t replicas = 1;
  Nest<ArraySpec> arguments = {};
};

}  // namespace pipette::pipelining
