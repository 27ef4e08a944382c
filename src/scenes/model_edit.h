// Changes to the layers of an experiment, by the names that the page's controls have:
//
//   edit_model(&experiment, "layers/2/units", 64, "");          // any field of the layer
//   edit_model(&experiment, "layers/2/activation", 0, "relu");
//   edit_model(&experiment, "layers/2/kernel_size", 5, "");     // square; "2, 3" as text is not
//   edit_model(&experiment, "layers/2/insert", 0, "conv2d");    // before layer 2
//   edit_model(&experiment, "layers/2/move", 0, "");            // to the front
//   edit_model(&experiment, "layers/2/remove", 0, "");
//   edit_model(&experiment, "stages", 3, "");                   // cut into three
//   edit_model(&experiment, "stages/1/first", 2, "");           // stage 1 begins with layer 2
//
// Stages stay 0, 1, 2, ... whatever is done; whether layers fit together is not asked here. Returns
// false for other names. Throws InvalidArgument for a fraction, an unknown kind, a list of no
// numbers, NotFound for a layer or stage that is not there. Pure.
#pragma once

#include <string>

#include "session/experiment.h"

namespace pipette::app {

inline const Shape kImageShape = {28, 28};  // what enters the model: a digit

// Whether the experiment is a model with layers, though there may be none left.
bool has_layers(const Experiment& experiment);

bool edit_model(Experiment* experiment, const std::string& name, double number,
                const std::string& text);

// Where an error of such a change is shown: "layers/2" for "layers/2/units"; other names as they
// are.
std::string blamed_field(const std::string& name);

// The first layer of each stage.
std::vector<std::size_t> stage_starts(const std::vector<LayerSpec>& layers);

// Throws InvalidArgument for a fraction or a number below zero.
void check_whole(const std::string& name, double value);

}  // namespace pipette::app
