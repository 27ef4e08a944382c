// The scenes of the page, in the order in which they are offered.
#pragma once

#include <memory>
#include <vector>

#include "scenes/scene.h"

namespace pipette::app {

std::vector<std::unique_ptr<Scene>> make_scenes();

// Throws NotFound, which lists the names, where no scene has that one; "" stands for any.
void require_scene(const std::vector<std::unique_ptr<Scene>>& scenes, const std::string& name);

}  // namespace pipette::app
