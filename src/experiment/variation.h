// Values for one field of an experiment, as a sweep tries them one after another.
//
//   const Variation variation = parse_variation("stages=1,2,4");
//   parse_values("hidden_units", "128; 256, 64");          // of a list, separated by semicolons
//   values_text(usual_values(field_named("learning_rate"), e));   // "0.001, 0.002, 0.005, 0.01,
//   ..."
//
// A value is written as on the page or as a flag, and set by its field's name (edit.h), so that it
// may be "layers/1/units" too.
//
// Errors: InvalidArgument for a text that has another form, for an empty value and for one that is
// there twice; what parse_typed() throws.
#pragma once

#include <string>
#include <vector>

#include "core/json_fwd.h"
#include "experiment/field.h"

namespace pipette {

struct Variation {
  std::string field;
  std::vector<Json> values;
};

Variation parse_variation(const std::string& text);
std::vector<Json> parse_values(const std::string& field, const std::string& text);
std::string values_text(const std::vector<Json>& values);

// Some values around that of the experiment, in ascending order; all of a choice. Empty for a list,
// a text and layers.
std::vector<Json> usual_values(const Field& field, const Experiment& experiment);

}  // namespace pipette
