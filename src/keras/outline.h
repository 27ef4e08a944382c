// Returns the pipeline that a model trains in, as a pipelining::PipelineOutline.
//
//   if (const auto outline = outline_of(model)) draw(describe(*outline, strategy));
//
// There is none for a model without stages, nor before start_fit() has made its program.
#pragma once

#include <optional>

#include "keras/model.h"
#include "pipeline/pipeline_outline.h"

namespace pipette::keras {

std::optional<pipelining::PipelineOutline> outline_of(const Model& model);

}  // namespace pipette::keras
