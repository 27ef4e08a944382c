// The scenes of the page, in the order in which they are offered.
#pragma once

#include <memory>
#include <vector>

#include "scenes/scene.h"

namespace pipette::app {

using Scenes = std::vector<std::unique_ptr<Scene>>;
Scenes make_scenes();

bool has_scene(const Scenes& scenes, const std::string& name);
// Throws NotFound, which lists the names, where no scene has that one; "" stands for any.
void require_scene(const Scenes& scenes, const std::string& name);
bool has_action(const Scenes& scenes, const std::string& action);
// What all of them say of themselves; of a name that several use, the first that says anything.
SceneState states_of(const Scenes& scenes);

}  // namespace pipette::app
