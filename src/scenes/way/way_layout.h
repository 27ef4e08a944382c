// Where the cards of the way go (scenes/frame.h), and the stations inside of theirs. Pure.
//
// The stations stand in columns, one for each step forward, with what leads back below: so what a
// layer passes on stands above what it passes back and how its weights are to change.
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

namespace pipette::app {

struct WayLayout {
  PageFrame frame;
  Rect pick, way;
};

WayLayout lay_out_way(const FrameSize& size);

// Of the card of the way: the least height that its stations need.
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
  struct Arrow {  // from station to station; with a bend from one row to another
    Rect from, to;
    bool backward = false;
  };
  std::vector<Place> places;  // in the order of the stations; those in sight only
  std::vector<Heading> headings;
  std::vector<Arrow> arrows;
  Rect notes[2] = {};  // beside the two rows that lead back, where nothing stands
  int columns = 0;     // in all
  int first = 0, shown = 0;
};

// The column of a station, from 0.
int way_column(const WayModel& model, const WayStation& station);
int way_columns(const WayModel& model);
// So many columns fit beside each other.
int columns_that_fit(const WayModel& model, float width);
WayMap lay_out_stations(const WayModel& model, const Rect& area, int first_column);

}  // namespace pipette::app
