// An experiment as the fields of the parameter panel, and back. The panel has those fields of the
// table (experiment/field.h) that apply to the experiment and belong to its panel.
//
//   ParameterModel panel = panel_of(experiment);
//   set_parameter(&experiment, "batch_size", 64);
//   std::vector<ParameterField> filters = take_filters(&panel);   // shown beside the tensors
#pragma once

#include <string>
#include <vector>

#include "cards/parameter_model.h"
#include "experiment/problems.h"

namespace pipette::app {

ParameterModel panel_of(const Experiment& experiment);
std::vector<ParameterField> take_filters(ParameterModel* parameters);
// The value of a control, as a word or with its unit.
std::string value_text(const ParameterField& field);

// The catalogue for its dialog (web/catalogue.mjs): {"chosen", "experiments": [{"group", "name",
// "title", "description"}]}.
std::string experiments_json(const std::string& chosen);

// Sets a value by any name that set_value() takes. `number` is the number of a choice; `text` is
// the value of a text field, or the word of a choice. Throws what set_value() and parse_typed()
// throw, and InvalidArgument for a fraction of a step.
void set_parameter(Experiment* experiment, const std::string& name, double number,
                   const std::string& text = {});

// A suggestion as a button whose value set_parameter() takes.
Suggestion button_of(const pipette::Suggestion& suggestion);

bool is_whole(double value);
// The nearest integer that the field allows.
double nearest_whole(const std::string& name, double value);
// Rewrites the text of an error for readers who see labels: names of fields become their labels.
// `name` is the field that the error is about.
std::string with_labels(std::string text, const std::string& name = {});

// The field at which an error of a change is shown: "layers/2" for "layers/2/units", else `name`.
std::string blamed_field(const std::string& name);

}  // namespace pipette::app
