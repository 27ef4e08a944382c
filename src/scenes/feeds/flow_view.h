// The hero picture: a mini-batch on its way from the host through the infeed queue to the IPU, and
// its loss on its way through the outfeed queue back to the host.
//
//   FlowViewState state;                       // lives as long as the page
//   draw_flow(ui, model, &state, area);
//
// Stations stand side by side, or are stacked if `area` is narrow. Queues are drawn as slots, with
// the next element to leave nearest to its destination; a stall shows its reason. Elements that
// moved since the last frame travel visibly, at most six a second per connection, unless the user
// prefers reduced motion. The picture asks for kSelectRun.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "scenes/feeds/flow_model.h"
#include "ui/ui.h"

namespace pipette::app::feeds_scene {

struct FlowViewState {
  struct Traveller {
    int link = 0;  // 0 host to infeed, 1 infeed to IPU, 2 IPU to outfeed, 3 outfeed to host
    double start_s = 0;
    std::string label;
  };
  std::vector<Traveller> travellers;
  std::array<std::int64_t, 4> seen{-1, -1, -1, -1};
  std::array<double, 4> last_start_s{};
};

void draw_flow(Ui& ui, const FlowModel& model, FlowViewState* state, const Rect& area);

}  // namespace pipette::app::feeds_scene
