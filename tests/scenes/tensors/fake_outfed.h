// Tensors from outfeeds for tests of the inspector: gradients of a first layer, activations.
#pragma once

#include <vector>

#include "observe/record.h"

namespace pipette::app::tensors_scene {

// `nans`: the gradients of the bias break in the middle of the latest weight updates.
std::vector<OutfedTensor> fake_outfed(bool nans = false);
LatestList<float> fake_losses(int count);

}  // namespace pipette::app::tensors_scene
