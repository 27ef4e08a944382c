// The pipeline that a model trains in, as pipelining::PipelineOutline describes it.
//
//   if (const auto outline = outline_of(model)) draw(describe(*outline, strategy));
//
// There is none for a model without stages, and none before start_fit() has made its program.
#pragma once

#include <optional>

#include "keras/model.h"
#include "pipeline/pipeline_outline.h"

namespace pipette::keras {

std::optional<pipelining::PipelineOutline> outline_of(const Model& model);

}  // namespace pipette::keras
