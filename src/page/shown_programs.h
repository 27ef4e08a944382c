// Which programs of the catalogue the page shows, and how: two side by side, or one that stands
// alone.
//
//   if (run_of(e.name)) runs = {e, twin_of(e)};                  // the same training, twice
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/problems.h"
#include "runs/run_kind.h"

namespace pipette::app {

// Which of the two runs side by side shows the experiment; none when it stands alone.
std::optional<RunKind> run_of(const std::string& experiment_name);
// The programs that stand alone: a pipeline, of which the schedule is shown, or an inspection, of
// which outfed tensors and printed text are.
bool is_pipelined(const Experiment& experiment);
bool is_inspection(const Experiment& experiment);

// What is wrong with an experiment, or keeps the page from showing it. With two programs side by
// side it is what is wrong with either.
std::vector<Problem> problems_on_page(const Experiment& experiment);

// An experiment as the page keeps it: for two side by side, the one with a loop on the device.
Experiment for_page(const Experiment& experiment);
// The program beside that one: the same training, with a call for every batch.
Experiment twin_of(const Experiment& experiment);

}  // namespace pipette::app
