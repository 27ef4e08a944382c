// What the parameter panel must know of pipelines: which experiment is one, and which counts fit.
//
//   if (const auto problem = count_problem(experiment)) show(problem->text, problem->nearest);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "session/experiment.h"

namespace pipette::app {

bool is_pipelined(const Experiment& experiment);

// Why the gradient accumulation count does not fit the schedule, and the nearest ones that do.
struct CountProblem {
  std::string text;
  std::vector<double> nearest;
};
std::optional<CountProblem> count_problem(const Experiment& experiment);

}  // namespace pipette::app
