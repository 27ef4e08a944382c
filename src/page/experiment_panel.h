// An experiment as the fields of the parameter panel, and back.
//
//   ParameterModel panel = panel_of(experiment);
//   set_parameter(&experiment, "batch_size", 64);
//   Experiment twin = without_feeds(experiment);    // the same training, one call per batch
//
// Limits shown by the panel are those of Experiment::validate(); what a user types beyond them is
// passed on, so that its error can be shown beside the field.
#pragma once

#include <optional>
#include <string>

#include "cards/parameter_model.h"
#include "runs/run_kind.h"
#include "session/experiment.h"

namespace pipette::app {

ParameterModel panel_of(const Experiment& experiment);

// Throws NotFound for a name the panel does not have, InvalidArgument for a value that the field's
// type cannot hold (a fraction of a step). `text` is the value of a text field.
void set_parameter(Experiment* experiment, const std::string& name, double value,
                   const std::string& text = {});

// Whether the page can show an experiment of the catalogue.
bool page_shows(const std::string& experiment_name);
// Which of the two runs side by side shows it; none for those that stand alone.
std::optional<RunKind> run_of(const std::string& experiment_name);

// Throws InvalidArgument for what has no scene: "mnist-pipelined" on one IPU.
void check_shown(const Experiment& experiment);

// An experiment as the page keeps it: of the two side by side, the one with feeds.
Experiment for_page(const Experiment& experiment);
Experiment with_feeds(const Experiment& experiment);
Experiment without_feeds(const Experiment& experiment);

}  // namespace pipette::app
