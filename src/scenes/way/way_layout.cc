#include "scenes/way/way_layout.h"

#include <algorithm>

#include "core/item.h"
#include "ui/sizes.h"

namespace pipette::app::way_scene {
namespace {

constexpr float kPick = 240;  // beside the way
constexpr float kPickAbove = 190, kPickPhone = 268;
constexpr float kWay = 470, kWayPhone = 640;
constexpr float kCharts = 118;

constexpr float kHeading = 18, kHeadingGap = 5;
constexpr float kLabel = 14, kRowGap = 5, kGroupGap = 8;
constexpr float kLeastColumn = 62, kMostColumn = 132, kColumnGap = 14;
constexpr float kTallest = 84;  // height of a station's picture

WayLayout phone(const FrameSize& size) {
  WayLayout layout;
  Rect column = begin_phone(&layout.frame, size);
  layout.pick = column.cut_top(kPickPhone, sizes::kGap);
  layout.way = column.cut_top(kWayPhone, sizes::kGap);
  end_phone(&layout.frame, size, column);
  return layout;
}

// The stage of a column: its layer's, or that of the loss.
int stage_of_column(const WayModel& model, int column) {
  if (column < 2) return -1;
  const int station = std::min(column, 2 + model.num_layers);
  return item(model.stations, station).stage;
}

// Headings over the visible columns of one stage.
void add_headings(const WayModel& model, WayMap* map, const std::vector<Rect>& columns, float y,
                  bool backward) {
  for (int i = 0; i < map->shown; ++i) {
    const int stage = stage_of_column(model, map->first + i);
    if (backward && stage < 0) continue;
    const Rect& column = item(columns, i);
    const bool same = i > 0 && !map->headings.empty() && map->headings.back().stage == stage &&
                      map->headings.back().backward == backward;
    if (same) {
      map->headings.back().area.w = column.right() - map->headings.back().area.x;
    } else {
      map->headings.push_back({stage, backward, {column.x, y, column.w, kHeading}});
    }
  }
}

const WayMap::Place* place_of(const WayMap& map, int station) {
  for (const WayMap::Place& place : map.places) {
    if (place.station == station) return &place;
  }
  return nullptr;
}

// From each gradient, arrows to the gradient of the weights and to the gradient passed back.
void add_arrows(const WayModel& model, WayMap* map) {
  const auto join = [&](int from, int to, bool backward) {
    const WayMap::Place *a = place_of(*map, from), *b = place_of(*map, to);
    if (a != nullptr && b != nullptr) map->arrows.push_back({a->picture, b->picture, backward});
  };
  int gradient = -1;
  for (int i = 1; i < to_int(model.stations.size()); ++i) {
    const StationKind kind = item(model.stations, i).kind;
    if (!is_backward(kind)) {
      join(i - 1, i, false);
    } else {
      join(gradient < 0 ? i - 1 : gradient, i, true);
    }
    if (kind == StationKind::gradient) gradient = i;
  }
}

}  // namespace

WayLayout lay_out_way(const FrameSize& size) {
  if (size.width < sizes::kPhoneWidth) return phone(size);
  WayLayout layout;
  const float width = beside_parameters(size);
  const bool abreast = width >= kRoomAbreast;
  const float charts = charts_height(size, kCharts);
  const float pictures = abreast ? kWay : kPickAbove + sizes::kGap + kWay;
  float spare = 0;
  Rect body = begin_desktop(&layout.frame, size, pictures + charts + 3 * sizes::kGap, &spare);
  if (abreast) layout.pick = body.cut_left(std::max(kPick, 0.22f * width), sizes::kGap);
  cut_charts(&layout.frame, size, charts + std::min(90.0f, 0.25f * spare), &body);
  if (!abreast) layout.pick = body.cut_top(kPickAbove + std::min(60.0f, 0.2f * spare), sizes::kGap);
  layout.way = body;
  return layout;
}

int way_columns(const WayModel& model) { return 2 + model.num_layers + 2; }

int way_column(const WayModel& model, const WayStation& station) {
  switch (station.kind) {
    case StationKind::image:
      return 0;
    case StationKind::infeed:
      return 1;
    case StationKind::probabilities:
      return 2 + model.num_layers;
    case StationKind::loss:
      return 3 + model.num_layers;
    case StationKind::layer:
    case StationKind::weights:
      return 2 + station.layer;
    case StationKind::gradient:  // below the station that computes it: the next layer, or the loss
      return station.layer + 1 == model.num_layers ? 3 + model.num_layers : 3 + station.layer;
  }
  return 0;
}

int columns_that_fit(const WayModel& model, float width) {
  const auto fitting = static_cast<int>((width + kColumnGap) / (kLeastColumn + kColumnGap));
  return std::clamp(fitting, 1, way_columns(model));
}

WayMap lay_out_stations(const WayModel& model, const Rect& area, int first_column) {
  WayMap map;
  map.columns = way_columns(model);
  map.shown = columns_that_fit(model, area.w);
  map.first = std::clamp(first_column, 0, map.columns - map.shown);
  const auto shown = static_cast<float>(map.shown);
  const float width = std::min((area.w - kColumnGap * (shown - 1)) / shown, kMostColumn);
  const float left = area.x + (area.w - shown * width - kColumnGap * (shown - 1)) / 2;
  std::vector<Rect> columns;
  for (int i = 0; i < map.shown; ++i) {
    columns.push_back({left + static_cast<float>(i) * (width + kColumnGap), area.y, width, area.h});
  }
  const float fixed = 2 * (kHeading + kHeadingGap) + kGroupGap + kRowGap + 3 * kLabel;
  const float picture = std::min((area.h - fixed) / 3, kTallest);
  const float row = picture + kLabel;
  const float forward = area.y + kHeading + kHeadingGap;
  const float heading = forward + row + kGroupGap;
  const float rows[] = {forward, heading + kHeading + kHeadingGap,
                        heading + kHeading + kHeadingGap + row + kRowGap};
  add_headings(model, &map, columns, area.y, false);
  add_headings(model, &map, columns, heading, true);
  for (int i = 0; i < to_int(model.stations.size()); ++i) {
    const WayStation& station = item(model.stations, i);
    const int column = way_column(model, station) - map.first;
    if (column < 0 || column >= map.shown) continue;
    const int at = station.kind == StationKind::weights ? 2 : is_backward(station.kind) ? 1 : 0;
    Rect cell = {item(columns, column).x, item(rows, at), width, row};
    const Rect whole = cell;
    const Rect label = cell.cut_bottom(kLabel);
    map.places.push_back({i, whole, cell, label});
  }
  add_arrows(model, &map);
  for (int at = 1; at < 3 && map.first == 0; ++at) {
    // Below image and infeed; the first layer passes no gradient back either.
    const int free = std::min(at == 1 ? 3 : 2, map.shown);
    map.notes[at - 1] = {item(columns, 0).x, item(rows, at),
                         item(columns, free - 1).right() - item(columns, 0).x, picture};
  }
  return map;
}

}  // namespace pipette::app::way_scene
