// The cards of the way: the choice of the image, and the stations with the selected one large.
//
//   WayPickState pick;
//   WayStationsState stations;     // after the ImGui context exists
//   draw_pick(ui, model, digits, &pick, area);
//   draw_way(ui, model, pixels, &stations, area);
//
// Pictures of stations are painted when their values change, the small ones a few per frame. The
// cards ask for the actions of actions.h.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/digit_tiles.h"
#include "cards/drawing_pad.h"
#include "scenes/way/way_layout.h"
#include "ui/value_picture.h"

namespace pipette::app::way_scene {

// The pictures of all stations, side by side in one raster.
struct WayThumbnails {
  Raster raster;
  struct Cell {
    std::uint64_t version = 0;
    Raster::Part part;
  };
  std::vector<Cell> cells;  // by station
  int side = 0;             // width and height of a cell in device pixels, at most
  int width = 0, height = 0;
  ThemeKind theme = ThemeKind::light;
};

struct WayPickState {
  DigitTilesState tiles;
  DrawingPad pad;
};

struct WayStationsState {
  WayThumbnails thumbnails;
  PaintedPicture picture;
  DigitAtlas image{1, 1};
  std::uint64_t image_version = 0;
  int first_column = 0;
  int shown_station = -1;  // the station last scrolled into view
  float dragged = 0;       // px, towards the next column
  int said_station = -1;   // last announced to screen readers while playing
};

void draw_pick(Ui& ui, const WayModel& model, const TestDigits& digits, WayPickState* state,
               const Rect& area);
void draw_way(Ui& ui, const WayModel& model, const std::vector<float>& pixels,
              WayStationsState* state, const Rect& area);

// All stations, small.
void draw_stations(Ui& ui, const WayModel& model, WayStationsState* state, const Rect& area);

// How the values of a station are laid out.
Arrangement arrangement_of(const WayStation& station, float width, float height);

}  // namespace pipette::app::way_scene
