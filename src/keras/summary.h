// The tables that models print about themselves, in Keras' layout.
//
//   Model: "sequential"
//   _________________________________________________________________
//   Layer (type)                 Output Shape              Param #
//   =================================================================
//   dense (Dense)                (32, 128)                 100480
//   =================================================================
//   Total params: 100,480
//
// Chains take 65 columns; other models take 98, with a column that lists the layers connected to
// each layer. A batch of any size is shown as None. Text that does not fit into a column is
// truncated.
#pragma once

#include <string>

#include "keras/stages.h"

namespace pipette::keras {

// `hide_inputs` leaves out the inputs, as Sequential models do.
std::string summary_text(const std::string& model_name, const Network& network, bool hide_inputs);

// Layer and stage, 60 columns.
std::string stages_text(const std::vector<LayerStage>& assignment);
// The same with the call of the layer and the layers it depends on, 89 columns. `assignment` is for
// the network's calls after its inputs.
std::string stages_text(const Network& network, const std::vector<LayerStage>& assignment);

}  // namespace pipette::keras
