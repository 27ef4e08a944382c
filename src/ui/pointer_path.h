// The pointer's path between two frames. A slow page draws few frames, and io.MousePos has only the
// current position.
#pragma once

#include <vector>

#include "imgui.h"

namespace pipette::app {

// All positions since the last frame at which the first button was down, in order of time. `held`:
// the button was down at the end of the last frame. The frame in which it is released still
// includes the last positions.
std::vector<ImVec2> pressed_path(bool held);

}  // namespace pipette::app
