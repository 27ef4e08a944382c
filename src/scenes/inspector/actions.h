// What the inspector can be asked.
#pragma once

#include "cards/actions.h"

namespace pipette::app::action {

inline constexpr char kInspect[] = "inspect";  // text: queue and key, "gradients/dense1_grad"
// Number: which of its latest elements; negative: always the newest.
inline constexpr char kInspectElement[] = "inspect-element";

}  // namespace pipette::app::action
