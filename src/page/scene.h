// What the main part of the page can show. A program that has several scenes lets the user choose.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pipette::app {

enum class Scene : std::uint8_t {
  kFeeds,     // the same training with feeds and without, side by side
  kSchedule,  // a pipeline: machine, schedule, comparison
  kTensors,   // what came through outfeed queues
  kModel,     // the layers, and the code that makes them
  kPrinted,   // nothing but text
};

// "tensors": in links, intents and the page's state.
const char* scene_name(Scene scene);
const char* scene_label(Scene scene);  // "Tensors": for people
std::optional<Scene> scene_called(std::string_view name);

}  // namespace pipette::app
