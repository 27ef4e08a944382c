#include "page/scenes.h"

#include <algorithm>

#include "core/error.h"

#include "scenes/feeds/feeds_scene.h"
#include "scenes/model/model_scene.h"
#include "scenes/printed/printed_scene.h"
#include "scenes/profile/profile_scene.h"
#include "scenes/schedule/schedule_scene.h"
#include "scenes/sweep/sweep_scene.h"
#include "scenes/tensors/tensors_scene.h"
#include "scenes/way/way_scene.h"

namespace pipette::app {

Scenes make_scenes() {
  Scenes scenes;
  scenes.push_back(std::make_unique<feeds_scene::FeedsScene>());
  scenes.push_back(std::make_unique<tensors_scene::TensorsScene>());
  scenes.push_back(std::make_unique<printed_scene::PrintedScene>());
  scenes.push_back(std::make_unique<schedule_scene::ScheduleScene>());
  scenes.push_back(std::make_unique<model_scene::ModelScene>());
  scenes.push_back(std::make_unique<profile_scene::ProfileScene>());
  scenes.push_back(std::make_unique<way_scene::WayScene>());
  scenes.push_back(std::make_unique<sweep_scene::SweepScene>());
  return scenes;
}

std::optional<EmbeddedCard> embedded_card(const Scenes& scenes, const std::string& name) {
  for (const auto& scene : scenes) {
    for (const EmbeddableCard& card : scene->embeddable()) {
      if (card.name == name) return EmbeddedCard{card, scene->name()};
    }
  }
  return std::nullopt;
}

bool has_scene(const Scenes& scenes, const std::string& name) {
  return std::any_of(scenes.begin(), scenes.end(),
                     [&](const auto& scene) { return scene->name() == name; });
}

void require_scene(const Scenes& scenes, const std::string& name) {
  std::string names;
  for (const auto& scene : scenes) {
    if (name.empty() || scene->name() == name) return;
    names += (names.empty() ? "" : ", ") + std::string(scene->name());
  }
  throw NotFound("no scene is called " + name + "; there are " + names);
}

bool has_action(const Scenes& scenes, const std::string& action) {
  return std::any_of(scenes.begin(), scenes.end(), [&](const auto& scene) {
    const std::vector<std::string> names = scene->actions();
    return std::find(names.begin(), names.end(), action) != names.end();
  });
}

SceneState states_of(const Scenes& scenes) {
  SceneState states;
  for (const auto& scene : scenes) {
    for (const auto& [name, text] : scene->state()) {
      std::string& known = states[name];
      if (known.empty() || known == "null") known = text;
    }
  }
  return states;
}

}  // namespace pipette::app
