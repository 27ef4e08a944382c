// What the parameter panel must know of pipelines: which experiment is one, and what fits together.
//
//   if (const auto problem = pipeline_problem(experiment)) show(problem->text, problem->nearest);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view_models.h"
#include "session/experiment.h"

namespace pipette::app {

bool is_pipelined(const Experiment& experiment);

// What does not fit together in a pipelined experiment: the field that is to blame, why, and
// changes that would do, the nearest first.
struct PipelineProblem {
  std::string field;
  std::string text;
  std::vector<Suggestion> nearest;
};
std::optional<PipelineProblem> pipeline_problem(const Experiment& experiment);

// "0, 1, 1, 0": the IPU of each stage. Throws InvalidArgument for anything but numbers from 0 to 63
// between commas or spaces; no text at all stands for an IPU of its own for each stage.
std::string mapping_text(const Experiment& experiment);
void set_mapping(Experiment* experiment, const std::string& text);

}  // namespace pipette::app
