// The scenes of the page, in the order in which they are offered.
#pragma once

#include <memory>
#include <vector>

#include "scenes/scene.h"

namespace pipette::app {

std::vector<std::unique_ptr<Scene>> make_scenes();

}  // namespace pipette::app
