// The actions of the inspector.
#pragma once

#include "cards/actions.h"

namespace pipette::app::tensors_scene::action {

using namespace app::action;  // those of all scenes

inline constexpr char kInspect[] = "inspect";  // text: queue and key, "gradients/dense1_grad"
// number: index among the latest elements of the tensor; negative: always the newest.
inline constexpr char kInspectElement[] = "inspect-element";

// number: 1 shows the layers in place of the distribution.
inline constexpr char kInspectLayers[] = "inspect-layers";
inline constexpr char kInspectLayer[] = "inspect-layer";  // text: a layer's name

}  // namespace pipette::app::tensors_scene::action
