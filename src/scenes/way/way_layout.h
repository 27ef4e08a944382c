// The layout of the way's cards (scenes/frame.h), and of the stations inside its main card. Pure.
//
// Stations stand in columns, one per forward step, with the backward pass below. So what a layer
// passes forward stands above the gradient it passes back and the gradient of its weights.
//
//   host            IPU 0, forward                IPU 1, forward
//   image  infeed   dense   dense_1               probabilities   loss
//                   IPU 0, backward               IPU 1, backward
//                           at dense              at dense_1
//                   weights weights
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenes/frame.h"
#include "scenes/way/way_model.h"

namespace pipette::app::way_scene {

struct WayLayout {
  PageFrame frame;
  Rect pick, way;
};

WayLayout lay_out_way(const FrameSize& size);

// The least height that the stations need in their card.
inline constexpr float kWayMap = 206;

struct WayMap {
  struct Place {
    int station = 0;
    Rect cell, picture, label;
  };
  struct Heading {
    int stage = -1;  // -1: the host
    bool backward = false;
    Rect area;
  };
  struct Arrow {  // from station to station, with a bend if it changes rows
    Rect from, to;
    bool backward = false;
  };
  std::vector<Place> places;  // visible stations only, in order
  std::vector<Heading> headings;
  std::vector<Arrow> arrows;
  Rect notes[2] = {};  // the empty places beside the two backward rows
  int columns = 0;     // in all
  int first = 0, shown = 0;
};

// The column of a station, from 0.
int way_column(const WayModel& model, const WayStation& station);
int way_columns(const WayModel& model);
// The number of columns that fit side by side.
int columns_that_fit(const WayModel& model, float width);
WayMap lay_out_stations(const WayModel& model, const Rect& area, int first_column);

}  // namespace pipette::app::way_scene
