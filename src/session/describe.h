// Pipelined programs, described for people.
//
//   PipelineInfo info = describe({.function = model.training_program()->function(), ...},
//   strategy); PipelinePosition at = pipeline_position(info, strategy);
#pragma once

#include "keras/model.h"
#include "program/strategy.h"
#include "session/pipeline_info.h"
#include "session/workload.h"

namespace pipette {

// A function whose engine runs are pipelines in training, and what its program does not tell.
struct PipelineOutline {
  const Function& function;
  pipelining::PipelineSchedule schedule = pipelining::PipelineSchedule::grouped;
  pipelining::DeviceLists stage_devices;
  std::vector<std::string> stage_names;
  std::int64_t gradient_accumulation_count = 1;
  std::int64_t replicas = 1;
};

// Compiles the function if that has not been done.
PipelineInfo describe(const PipelineOutline& outline, Strategy& strategy);
// The workload must have a pipeline().
PipelineInfo describe(const Experiment& experiment, const Workload& workload, Strategy& strategy);
// Of a model of one's own that has stages and a training_program().
PipelineInfo describe(const keras::Model& model, Strategy& strategy);

// Where the latest run of that program stands; that of another is not running.
PipelinePosition pipeline_position(const PipelineInfo& info, const Strategy& strategy);

}  // namespace pipette
