#include "page/scenes.h"

#include "core/error.h"

#include "scenes/builder/builder_scene.h"
#include "scenes/feeds/feeds_scene.h"
#include "scenes/inspector/inspector_scene.h"
#include "scenes/pipeline/pipeline_scene.h"
#include "scenes/printed/printed_scene.h"
#include "scenes/profile/profile_scene.h"

namespace pipette::app {

std::vector<std::unique_ptr<Scene>> make_scenes() {
  std::vector<std::unique_ptr<Scene>> scenes;
  scenes.push_back(std::make_unique<FeedsScene>());
  scenes.push_back(std::make_unique<InspectorScene>());
  scenes.push_back(std::make_unique<PrintedScene>());
  scenes.push_back(std::make_unique<PipelineScene>());
  scenes.push_back(std::make_unique<BuilderScene>());
  scenes.push_back(std::make_unique<ProfileScene>());
  return scenes;
}

void require_scene(const std::vector<std::unique_ptr<Scene>>& scenes, const std::string& name) {
  std::string names;
  for (const auto& scene : scenes) {
    if (name.empty() || scene->name() == name) return;
    names += (names.empty() ? "" : ", ") + std::string(scene->name());
  }
  throw NotFound("no scene is called " + name + "; there are " + names);
}

}  // namespace pipette::app
