// Where the pointer went between two frames. A slow page draws seldom, and io.MousePos is only
// where it is now.
#pragma once

#include <vector>

#include "imgui.h"

namespace pipette::app {

// Every place that reached this frame while the first button was held down, in the order of time;
// `held`: it was when the frame before ended. The frame in which it is let go has the last of them.
std::vector<ImVec2> pressed_path(bool held);

}  // namespace pipette::app
