#include "page/scene.h"

#include <iterator>

namespace pipette::app {
namespace {

struct Names {
  const char* name;
  const char* label;
};
constexpr Names kNames[] = {{"feeds", "Feeds"},
                            {"schedule", "Schedule"},
                            {"tensors", "Tensors"},
                            {"model", "Model"},
                            {"printed", "Printed"}};

}  // namespace

const char* scene_name(Scene scene) { return kNames[static_cast<int>(scene)].name; }

const char* scene_label(Scene scene) { return kNames[static_cast<int>(scene)].label; }

std::optional<Scene> scene_called(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (name == kNames[i].name) return static_cast<Scene>(i);
  }
  return std::nullopt;
}

}  // namespace pipette::app
