// What the inspector can be asked to do.
#pragma once

#include "cards/actions.h"

namespace pipette::app::action {

inline constexpr char kInspect[] = "inspect";  // text: queue and key, "gradients/dense1_grad"
// The number says which of its latest elements is shown; a negative one means always the newest.
inline constexpr char kInspectElement[] = "inspect-element";

// 1: the layers are shown in place of the distribution.
inline constexpr char kInspectLayers[] = "inspect-layers";
inline constexpr char kInspectLayer[] = "inspect-layer";  // text: a layer's name

}  // namespace pipette::app::action
