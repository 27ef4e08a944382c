// Applies a profile's advice to an experiment: the same experiment with other values in some
// fields.
//
//   for (const profile::Advice& advice : insight.advice) {
//     if (const auto e = advised_experiment(advice, experiment)) Session(*e);
//   }
//   changes_between(before, after);        // {"steps_per_execution": 100}
//
// The result is empty if an experiment cannot express the advice, or would not fit together: the
// network of "mnist-pipelined" has a number of stages, but no field for the layers of each.
#pragma once

#include <optional>

#include "core/json_fwd.h"
#include "experiment/experiment.h"
#include "profile/insight.h"

namespace pipette {

std::optional<Experiment> advised_experiment(const profile::Advice& advice,
                                             const Experiment& experiment);

// The keys of to_json() whose values differ, with the values of `after`. Applied to the JSON of
// `before`, they give `after`.
Json changes_between(const Experiment& before, const Experiment& after);
// Parses the text that a page sends; throws InvalidArgument if it is not an object.
Json parse_changes(const std::string& text);
Experiment with_changes(const Experiment& experiment, const Json& changes);

}  // namespace pipette
