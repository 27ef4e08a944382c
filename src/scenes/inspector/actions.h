// What the inspector can be asked to do.
#pragma once

#include "cards/actions.h"

namespace pipette::app::action {

inline constexpr char kInspect[] = "inspect";  // text: queue and key, "gradients/dense1_grad"
// The number says which of its latest elements is shown; a negative one means always the newest.
inline constexpr char kInspectElement[] = "inspect-element";

}  // namespace pipette::app::action
