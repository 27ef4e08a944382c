// Changes an experiment by name, for a control of the page, a link, a flag or a suggestion.
//
//   set_value(e, "batch_size", 64);                    // any field of the table
//   set_value(e, "stages", 3);                         // cuts a Keras model's layers in three
//   set_value(e, "hidden_layers", 4);                  // new layers are as wide as the last
//   set_value(e, "batch_size", 64);                    // in "loops", an engine run stays an epoch
//   set_value(e, "layers/2/units", 64);                // any field of a layer
//   set_value(e, "layers/2/kernel_size", 5);           // square
//   set_value(e, "layers/2/insert", "conv2d");         // before layer 2
//   set_value(e, "layers/2/move", 0);                  // to the front
//   set_value(e, "layers/2/remove", nullptr);
//   set_value(e, "stages/1/first", 2);                 // stage 1 begins with layer 2
//   set_value(e, "batch_size", parse_typed("batch_size", "64"));   // as typed by a user
//
// The stages of layers always stay 0, 1, 2, ... Whether the result fits together is checked by
// problems.h. set_value() throws NotFound for a name, layer or stage that does not exist,
// InvalidArgument for a value of the wrong type, such as a fraction of a step.
#pragma once

#include <string>

#include "core/json_fwd.h"
#include "experiment/experiment.h"

namespace pipette {

void set_value(Experiment& experiment, const std::string& name, const Json& value);

// The value that a text represents: "64", "0, 1, 1", "28 x 28 x 1", "adam", "true". Throws
// InvalidArgument for a text that represents none, with the message that rejects the text in JSON.
Json parse_typed(const std::string& name, const std::string& text);

// The first layer of each stage.
std::vector<std::size_t> stage_starts(const std::vector<LayerSpec>& layers);

}  // namespace pipette
