// The five stations of the hero picture (flow_view.h): their positions and their contents.
#pragma once

#include <array>

#include "scenes/feeds/flow_model.h"
#include "ui/ui.h"

namespace pipette::app::feeds_scene {

// One station: a heading, a box, a line of status.
struct Station {
  Rect title, box, status;
};
struct FlowStations {
  bool vertical = false;
  std::array<Station, 5> at;  // host, infeed, IPU, outfeed, host
};
FlowStations place_stations(const Rect& content);

struct Link {
  ImVec2 from, to;
};
std::array<Link, 4> station_links(const FlowStations& stations);

void draw_host_source(Ui& ui, const FlowModel& model, const FlowStations& stations);
void draw_infeed(Ui& ui, const FlowModel& model, const FlowStations& stations);
void draw_ipu(Ui& ui, const FlowModel& model, const FlowStations& stations);
void draw_outfeed(Ui& ui, const FlowModel& model, const FlowStations& stations);
void draw_host_result(Ui& ui, const FlowModel& model, const FlowStations& stations);

// A mini-batch, drawn as a small stack of images.
void draw_batch(Ui& ui, const Rect& area, float opacity);

// A loss that the host has not read yet.
void draw_token(Ui& ui, const Rect& area, float opacity);

}  // namespace pipette::app::feeds_scene
