// Which programs of the catalogue the page shows, and how: two side by side, or one that stands
// alone.
//
//   if (run_of(e.name)) runs = {with_feeds(e), without_feeds(e)};   // the same training, twice
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/problems.h"
#include "runs/run_kind.h"

namespace pipette::app {

// Which of the two runs side by side shows it; none for those that stand alone.
std::optional<RunKind> run_of(const std::string& experiment_name);
// Those that stand alone: a pipeline whose schedule is the scene, or programs whose outfed tensors
// and printed text are.
bool is_pipelined(const Experiment& experiment);
bool is_inspection(const Experiment& experiment);

// What is wrong with it, or keeps the page from showing it: with two programs side by side, what is
// wrong with either.
std::vector<Problem> problems_on_page(const Experiment& experiment);

// An experiment as the page keeps it: of the two side by side, the one with feeds.
Experiment for_page(const Experiment& experiment);
Experiment with_feeds(const Experiment& experiment);
Experiment without_feeds(const Experiment& experiment);

}  // namespace pipette::app
