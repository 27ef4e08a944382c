// All stations of the way as small pictures.
#include <algorithm>
#include <cmath>
#include <string>

#include "cards/class_bars.h"
#include "core/item.h"
#include "scenes/way/actions.h"
#include "scenes/way/way_view.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::way_scene {
namespace {

constexpr float kTurn = 12;                      // beside the last column, where the way turns back
constexpr std::int64_t kValuesPerFrame = 60000;  // painted, beyond the first picture
constexpr float kDragged = 6;                    // px; beyond that it is no click

// Makes room for all pictures, in their size on the page.
void make_room(Ui& ui, const WayModel& model, const WayMap& map, WayThumbnails* all) {
  const auto count = model.stations.size();
  const Rect& picture = map.places.front().picture;
  const auto across = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  const int side = Raster::kMaxSide / std::max(1, across) - 1;  // leaves an empty line between them
  const auto pixels = [side](float length) {
    return std::clamp(static_cast<int>(std::lround(length * pixel_ratio())), 1, side);
  };
  const int width = pixels(picture.w), height = pixels(picture.h);
  const bool same = all->cells.size() == count && all->width == width && all->height == height &&
                    all->side == side && all->theme == ui.theme_kind;
  if (same) return;
  all->cells.assign(count, {});
  all->side = side;
  all->width = width;
  all->height = height;
  all->theme = ui.theme_kind;
}

void paint_thumbnail(Ui& ui, const WayStation& station, int index, float scale,
                     WayThumbnails* all) {
  WayThumbnails::Cell& cell = item(all->cells, index);
  const auto across = Raster::kMaxSide / (all->side + 1);
  const auto width = static_cast<float>(all->width), height = static_cast<float>(all->height);
  const Arrangement tiles = arrangement_of(station, width, height);
  const Rect place = fit_values(tiles, false, {0, 0, width / scale, height / scale});
  const auto whole = [scale](float length, int most) {
    return std::clamp(static_cast<int>(std::lround(length * scale)), 1, most);
  };
  cell.part = {index % across * (all->side + 1), index / across * (all->side + 1),
               whole(place.w, all->width), whole(place.h, all->height)};
  all->raster.set(cell.part,
                  paint(station.values, tiles, station.limit, cell.part.width, cell.part.height),
                  value_palette(ui.colors()));
}

void draw_thumbnail(Ui& ui, const WayModel& model, int index, const Rect& area,
                    std::int64_t* painted, WayThumbnails* all) {
  const WayStation& station = item(model.stations, index);
  WayThumbnails::Cell& cell = item(all->cells, index);
  const float scale = static_cast<float>(all->width) / area.w;
  if (cell.version != model.version) {
    if (*painted < kValuesPerFrame || ui.display.pictured) {
      *painted += station.size();
      paint_thumbnail(ui, station, index, scale, all);
      cell.version = model.version;
    } else {
      ui.animate(0.05);
    }
  }
  if (cell.version == 0) return;  // not painted yet
  const float w = static_cast<float>(cell.part.width) / scale;
  const float h = static_cast<float>(cell.part.height) / scale;
  all->raster.draw(ui, {area.center_x() - w / 2, area.center_y() - h / 2, w, h}, cell.part);
}

void draw_infeed(Ui& ui, const WayModel& model, const Rect& area) {
  const Theme& theme = ui.colors();
  const int places = std::clamp(model.infeed_depth, 1, 4);
  const float gap = 4;
  const float width =
      std::min(16.0f, (area.w - gap * static_cast<float>(places - 1)) / static_cast<float>(places));
  const float all = static_cast<float>(places) * (width + gap) - gap;
  for (int i = 0; i < places; ++i) {
    const float right = area.center_x() + all / 2 - static_cast<float>(i) * (width + gap);
    const Rect place = {right - width, area.center_y() - 11, width, 22};
    const bool filled = model.has_infeed && i < model.infeed_fill;
    fill_rect(ui, place, filled ? activity_color(theme, Activity::stream_mid) : theme.sunken, 4);
    outline_rect(ui, place, theme.line, 4);
  }
}

void draw_bars(Ui& ui, const WayModel& model, const Rect& area) {
  const Theme& theme = ui.colors();
  const float pitch = area.w / 10;
  for (std::size_t i = 0; i < model.probabilities.size(); ++i) {
    const float height = std::max(1.5f, area.h * model.probabilities[i]);
    fill_rect(
        ui, {area.x + pitch * static_cast<float>(i), area.bottom() - height, pitch - 1.5f, height},
        static_cast<int>(i) == model.prediction ? theme.ink : theme.line, 1);
  }
}

void draw_picture(Ui& ui, const WayModel& model, int index, const Rect& area, std::int64_t* painted,
                  WayStationsState* state) {
  const WayStation& station = item(model.stations, index);
  const float side = std::min(area.w, area.h);
  switch (station.kind) {
    case StationKind::image:
      return state->image.draw(ui, 0,
                               {area.center_x() - side / 2, area.center_y() - side / 2, side, side},
                               ui.colors().text);
    case StationKind::infeed:
      return draw_infeed(ui, model, area);
    case StationKind::probabilities:
      return draw_bars(ui, model, area.inset(0, 2));
    case StationKind::loss:
      return text_in(ui, area, format_number(static_cast<double>(model.loss), 3), ui.colors().text,
                     sizes::kTitle, ui.fonts.mono, Align::center);
    default:
      return draw_thumbnail(ui, model, index, area, painted, &state->thumbnails);
  }
}

// The name of a station, below its picture.
std::string short_name(const WayModel& model, const WayStation& station) {
  if (station.kind == StationKind::probabilities) return "softmax";
  if (station.kind == StationKind::gradient) return "at " + station.name;
  if (station.kind == StationKind::weights) return "weights";
  return station.kind == StationKind::image ? model.classes->one : station.name;
}

// Shortened in the middle if it is too long: the ends of names tell layers apart.
std::string fitted(Ui& ui, const std::string& name, float width) {
  const auto fits = [&](const std::string& text) {
    return text_width(ui, text, sizes::kTiny) <= width;
  };
  if (fits(name)) return name;
  for (std::size_t left = name.size() - 1; left > 2; --left) {
    const std::string cut =
        name.substr(0, (left + 1) / 2) + "…" + name.substr(name.size() - left / 2);
    if (fits(cut)) return cut;
  }
  return name.substr(0, 1);
}

void draw_heading(Ui& ui, const WayModel& model, const WayMap::Heading& heading) {
  const Theme& theme = ui.colors();
  const Activity activity = heading.stage < 0  ? Activity::host
                            : heading.backward ? Activity::backward
                                               : Activity::forward;
  const ImU32 color = activity_color(theme, activity);
  fill_rect(ui, heading.area, color, 4);
  const std::string who = heading.stage < 0 ? "Host" : item(model.ipus, heading.stage);
  const std::string pass = heading.backward ? "backward" : "forward";
  const Rect area = heading.area.inset(4, 0);
  std::string words = who;
  for (const std::string& longer : {pass, who + ": " + pass}) {
    const bool says = heading.stage >= 0 && (longer != pass || model.ipus.size() == 1);
    if (says && text_width(ui, longer, sizes::kTiny, ui.fonts.strong) <= area.w) words = longer;
  }
  text_in(ui, area, fitted(ui, words, area.w), text_on(theme, color), sizes::kTiny, ui.fonts.strong,
          Align::center);
}

void draw_head(Ui& ui, ImVec2 tip, ImVec2 along, ImU32 color) {
  const ImVec2 base = {tip.x - 6 * along.x, tip.y - 6 * along.y};
  ui.draw()->AddTriangleFilled(tip, {base.x - 3.5f * along.y, base.y + 3.5f * along.x},
                               {base.x + 3.5f * along.y, base.y - 3.5f * along.x}, color);
}

void draw_arrow(Ui& ui, const WayMap::Arrow& arrow) {
  const ImU32 color = ui.colors().line;
  const Rect &a = arrow.from, &b = arrow.to;
  if (!arrow.backward) {
    const ImVec2 from = {a.right() + 2, a.center_y()}, to = {b.x - 2, b.center_y()};
    ui.draw()->AddLine(from, {to.x - 5, to.y}, color, 2);
    return draw_head(ui, to, {1, 0}, color);
  }
  const ImVec2 to = {b.right() + 2, b.center_y()};
  if (a.x == b.x) {  // turns back beside the last column
    const float x = a.right() + kTurn - 2;
    const ImVec2 turn[] = {
        {a.right() + 2, a.center_y()}, {x, a.center_y()}, {x, b.center_y()}, {to.x + 5, to.y}};
    ui.draw()->AddPolyline(turn, 4, color, 0, 2);
    return draw_head(ui, to, {-1, 0}, color);
  }
  if (a.y == b.y) {
    ui.draw()->AddLine({a.x - 2, a.center_y()}, {to.x + 5, to.y}, color, 2);
    return draw_head(ui, to, {-1, 0}, color);
  }
  const float middle = b.right() + kTurn / 2;
  const ImVec2 bend[] = {
      {a.x - 2, a.center_y()}, {middle, a.center_y()}, {middle, b.center_y()}, {to.x + 5, to.y}};
  ui.draw()->AddPolyline(bend, 4, color, 0, 2);
  draw_head(ui, to, {-1, 0}, color);
}

void draw_place(Ui& ui, const WayModel& model, const WayMap::Place& place, std::int64_t* painted,
                WayStationsState* state) {
  const Theme& theme = ui.colors();
  const WayStation& station = item(model.stations, place.station);
  const std::string name = "station/" + std::to_string(place.station);
  const bool selected = place.station == model.selected;
  publish_control(ui, name, place.cell);
  const bool pressed = invisible_button(name, place.cell);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  tooltip_for_last_item(ui, station.name);
  const float moved = std::sqrt(ImGui::GetIO().MouseDragMaxDistanceSqr[0]);
  if (pressed && moved < kDragged) ui.ask(action::kShowStation, place.station);
  const Rect frame = place.picture;
  fill_rect(ui, frame, selected || hovered ? theme.hover : theme.sunken, 6);
  draw_picture(ui, model, place.station, frame.inset(3), painted, state);
  outline_rect(ui, frame, selected ? theme.ink : theme.card_border, 6, selected ? 2.0f : 1.0f);
  text_in(ui, place.label, fitted(ui, short_name(model, station), place.label.w),
          selected ? theme.text : theme.text_dim, sizes::kTiny,
          selected ? ui.fonts.strong : nullptr, Align::center);
}

// Scrolls the columns by sideways drags, and to the selected station.
void scroll(Ui& ui, const WayModel& model, int shown, const Rect& area, WayStationsState* state) {
  const int last = way_columns(model) - shown;
  if (state->shown_station != model.selected) {
    state->shown_station = model.selected;
    const int column = way_column(model, item(model.stations, model.selected));
    const int beside = shown > 2 ? 1 : 0;  // the next column is visible too
    state->first_column =
        std::clamp(state->first_column, column - shown + 1 + beside, column - beside);
  }
  if (last > 0) {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 from = io.MouseClickedPos[0];
    const float pitch = area.w / static_cast<float>(shown);
    if (ImGui::IsMouseDown(0) && area.contains(from.x, from.y)) state->dragged -= io.MouseDelta.x;
    if (!ImGui::IsMouseDown(0)) state->dragged = 0;
    const auto columns = static_cast<int>(state->dragged / pitch);
    state->first_column += columns;
    state->dragged -= static_cast<float>(columns) * pitch;
    ui.rects.publish("way/stations", area, Claim::horizontal);
  }
  state->first_column = std::clamp(state->first_column, 0, last);
}

}  // namespace

Arrangement arrangement_of(const WayStation& station, float width, float height) {
  const bool vector = station.shape.rank() == 2 && station.shape[0] == 1;
  if (vector && station.kind != StationKind::weights) {
    return arrange_units(station.size(), width, height);
  }
  return arrange(station.shape, station.kind == StationKind::weights, width, height);
}

void draw_stations(Ui& ui, const WayModel& model, WayStationsState* state, const Rect& area) {
  Rect free = area;
  free.cut_right(kTurn);
  scroll(ui, model, columns_that_fit(model, free.w), free, state);
  const WayMap map = lay_out_stations(model, free, state->first_column);
  make_room(ui, model, map, &state->thumbnails);
  for (const WayMap::Arrow& arrow : map.arrows) draw_arrow(ui, arrow);
  for (const WayMap::Heading& heading : map.headings) draw_heading(ui, model, heading);
  std::int64_t painted = 0;
  for (const WayMap::Place& place : map.places) draw_place(ui, model, place, &painted, state);
  const char* notes[] = {"Gradients that are passed back", "Gradients of the weights"};
  for (std::size_t i = 0; i < 2; ++i) {
    if (map.notes[i].w <= 0) continue;
    text_in(ui, map.notes[i], notes[i], ui.colors().text_dim, sizes::kTiny, nullptr, Align::right);
  }
}

}  // namespace pipette::app::way_scene
