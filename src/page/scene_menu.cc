#include "page/scene_menu.h"

#include <algorithm>

namespace pipette::app {

Scene& SceneMenu::called(const std::string& name, const Runs& runs) const {
  Scene* first = nullptr;
  for (const auto& scene : scenes_) {
    if (!scene->shows(runs)) continue;
    if (scene->name() == name) return *scene;
    if (first == nullptr) first = scene.get();
  }
  return *first;
}

void SceneMenu::start(const Runs& runs) {
  for (const auto& scene : scenes_) scene->start(runs);
}

bool SceneMenu::playing() const {
  return std::any_of(scenes_.begin(), scenes_.end(),
                     [](const auto& scene) { return scene->playing(); });
}

void SceneMenu::advance(double elapsed_s) {
  for (const auto& scene : scenes_) {
    if (scene->playing()) scene->advance(elapsed_s);
  }
}

bool SceneMenu::act(const Intent& intent, const Runs& runs) {
  return std::any_of(scenes_.begin(), scenes_.end(),
                     [&](const auto& scene) { return scene->shows(runs) && scene->act(intent); });
}

}  // namespace pipette::app
