// The scenes of the page, in the order of the page's menu.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenes/scene.h"

namespace pipette::app {

using Scenes = std::vector<std::unique_ptr<Scene>>;
Scenes make_scenes();

struct EmbeddedCard {
  EmbeddableCard card;
  const char* scene;  // the one that draws it
};
// The card of that name; none for another name.
std::optional<EmbeddedCard> embedded_card(const Scenes& scenes, const std::string& name);

bool has_scene(const Scenes& scenes, const std::string& name);
// Throws NotFound, with the list of names, if no scene is called `name`; "" matches any scene.
void require_scene(const Scenes& scenes, const std::string& name);
bool has_action(const Scenes& scenes, const std::string& action);
// The state of all scenes. If several scenes give the same name, the first with a value counts.
SceneState states_of(const Scenes& scenes);

}  // namespace pipette::app
