// What emission is given (emission.h). All of it must outlive the Emission.
#pragma once

#include "device/cost_model.h"
#include "program/analysis.h"
#include "program/fusion.h"
#include "program/pipeline_cut.h"

namespace pipette {

struct EmissionInput {
  const Graph& graph;
  const Analysis& facts;
  const Fusion& fusion;
  const PipelineCuts& cuts;
  const CostModel& costs;
};

}  // namespace pipette
