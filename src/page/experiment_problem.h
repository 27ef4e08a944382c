// What does not fit together in an experiment whose parameters depend on each other: a pipeline, or
// a model with layers. The page shows such a draft and its problem, and runs it once it fits.
//
//   for (const ExperimentProblem& problem : problems_of(experiment)) show(problem);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cards/parameter_model.h"
#include "session/experiment.h"

namespace pipette::app {

// The field that is to blame, why, and changes that would do, the nearest first. "layers/2" is a
// layer, "layers/4" of four what comes out at the end.
struct ExperimentProblem {
  std::string field;
  std::string text;
  std::vector<Suggestion> nearest;
};

// Whether a change that does not fit is kept as a draft. Otherwise it is refused.
bool may_be_a_draft(const Experiment& experiment);
// At most one for each field. None for other experiments, and for what only validate() finds.
std::vector<ExperimentProblem> problems_of(const Experiment& experiment);

// The two halves of problems_of().
std::optional<ExperimentProblem> pipeline_problem(const Experiment& experiment);
std::optional<ExperimentProblem> model_problem(const Experiment& experiment);

}  // namespace pipette::app
