// What a profile's advice means to an experiment: the same one with other values in some fields.
//
//   for (const profile::Advice& advice : insight.advice) {
//     if (const auto e = advised_experiment(advice, experiment)) Session(*e);
//   }
//   changes_between(before, after);        // {"steps_per_execution": 100}
//
// The result is empty where an experiment cannot say it, or would not fit together so: the network
// of "mnist-pipelined" has a number of stages, but no field for which layers they get.
#pragma once

#include <optional>

#include "core/json_fwd.h"
#include "experiment/experiment.h"
#include "profile/insight.h"

namespace pipette {

std::optional<Experiment> advised_experiment(const profile::Advice& advice,
                                             const Experiment& experiment);

// The keys of to_json() whose values differ, with those of `after`. Put over the JSON of `before`,
// they give `after`.
Json changes_between(const Experiment& before, const Experiment& after);
// From text, as a page sends them; throws InvalidArgument for what is no object.
Json parse_changes(const std::string& text);
Experiment with_changes(const Experiment& experiment, const Json& changes);

}  // namespace pipette
