#include "scenes/way/way_view.h"

#include <algorithm>
#include <string>

#include "cards/class_bars.h"
#include "core/item.h"
#include "scenes/way/actions.h"
#include "ui/explained.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::way_scene {
namespace {

constexpr float kScale = 22, kClassNames = 16;
constexpr float kWidestBars = 460;
constexpr float kCaption = 54;  // three lines

void draw_controls(Ui& ui, const WayModel& model, Rect* header) {
  const float size = ui.header_control(), beyond = std::min(0.0f, (header->h - size) / 2);
  const auto place = [&](float gap) { return header->cut_right(size, gap).inset(0, beyond); };
  const Rect next = place(2), play = place(2), back = place(10);
  const int last = to_int(model.stations.size()) - 1;
  if (button(ui, "way/back", back,
             {.icon = Icon::step_back, .enabled = model.selected > 0, .quiet = true},
             "The station before   ( Left )")) {
    ui.ask(action::kStepStation, -1);
  }
  if (button(ui, "way/play", play,
             {.icon = model.playing ? Icon::pause : Icon::play, .quiet = true},
             "Go from station to station   ( P )")) {
    ui.ask(action::kPlayWay, model.playing ? 0 : 1);
  }
  if (button(ui, "way/next", next,
             {.icon = Icon::step_training, .enabled = model.selected < last, .quiet = true},
             "The next station   ( Right )")) {
    ui.ask(action::kStepStation, 1);
  }
  const std::string where =
      std::to_string(model.selected + 1) + " / " + std::to_string(model.stations.size());
  if (text_width(ui, where, sizes::kSmall, ui.fonts.mono) > header->w) return;
  text_in(ui, *header, where, ui.colors().text_dim, sizes::kSmall, ui.fonts.mono, Align::right);
}

// While the way plays, announces each station to screen readers.
void say_station(Ui& ui, const WayModel& model, WayStationsState* state) {
  if (model.playing && state->said_station != model.selected) {
    ui.intents.push_back({kSayIntent, {}, 0, item(model.stations, model.selected).caption});
  }
  state->said_station = model.selected;
}

// A queue with its places, the next mini-batch to leave at the right.
void draw_queue(Ui& ui, const WayModel& model, const WayStationsState& state, const Rect& area) {
  const Theme& theme = ui.colors();
  const int places = std::clamp(model.infeed_depth, 1, 5);
  const float gap = 10;
  const float width =
      std::min({96.0f, area.h - 8, (area.w + gap) / static_cast<float>(places) - gap});
  const float all = static_cast<float>(places) * (width + gap) - gap;
  for (int i = 0; i < places; ++i) {
    const float right = area.center_x() + all / 2 - static_cast<float>(i) * (width + gap);
    const Rect place = {right - width, area.center_y() - width / 2, width, width};
    const bool filled = !model.has_infeed || i < model.infeed_fill;
    fill_rect(ui, place, filled ? theme.card : theme.sunken, 8);
    outline_rect(ui, place,
                 filled ? activity_color(theme, Activity::stream_mid) : theme.card_border, 8,
                 filled ? 2.0f : 1.0f);
    if (i == 0) state.image.draw(ui, 0, place.inset(0.14f * width), theme.text);
  }
}

void draw_class_names(Ui& ui, const WayModel& model, const Rect& picture, const Rect& line) {
  const float pitch = picture.w / 10;
  for (std::size_t i = 0; i < 10; ++i) {
    const Rect place = {picture.x + pitch * static_cast<float>(i), picture.bottom() + 2, pitch,
                        line.h};
    const std::string name = model.classes->short_names[i];
    if (text_width(ui, name, sizes::kTiny) > pitch) continue;
    text_in(ui, place, name, ui.colors().text_dim, sizes::kTiny, nullptr, Align::center);
  }
}

void draw_tensor(Ui& ui, const WayModel& model, const WayStation& station, WayStationsState* state,
                 Rect area) {
  const inspect::Statistics& figures = station.statistics;
  draw_value_scale(ui, "way/scale",
                   {station.limit, figures.minimum < 0, figures.nans() || figures.infs()},
                   area.cut_bottom(kScale, 4));
  const bool classes = station.layer + 1 == model.num_layers &&
                       station.kind != StationKind::weights && station.size() == 10;
  const Rect names = classes ? area.cut_bottom(kClassNames, 2) : Rect{};
  const Arrangement tiles = arrangement_of(station, area.w, area.h);
  // Each station has its own version numbers.
  const std::uint64_t version =
      model.version * model.stations.size() + static_cast<std::uint64_t>(model.selected);
  const Rect place = draw_values(ui, {station.values, tiles, station.limit, version},
                                 &state->picture, area.inset(1));
  ui.rects.publish("way/picture", place);
  if (classes) draw_class_names(ui, model, place, names);
  const std::int64_t index = value_under_pointer(tiles, place);
  if (index >= 0) value_tooltip(ui, station.shape, index, station.values[index]);
}

void draw_selected(Ui& ui, const WayModel& model, WayStationsState* state, const Rect& area) {
  const WayStation& station = item(model.stations, model.selected);
  const float side = std::min(area.w, area.h);
  const Rect square = {area.center_x() - side / 2, area.y, side, side};
  switch (station.kind) {
    case StationKind::image:
      fill_rect(ui, square, ui.colors().sunken, 6);
      outline_rect(ui, square, ui.colors().card_border, 6);
      return state->image.draw(ui, 0, square.inset(4), ui.colors().text);
    case StationKind::infeed:
      return draw_queue(ui, model, *state, area);
    case StationKind::probabilities: {
      const float width = std::min(area.w, kWidestBars);
      return draw_class_bars(ui, {model.classes, model.probabilities.data(), true},
                             {area.center_x() - width / 2, area.y, width, area.h});
    }
    case StationKind::loss:
      return text_in(ui, area, format_value(static_cast<double>(model.loss)), ui.colors().text, 40,
                     ui.fonts.mono, Align::center);
    default:
      return draw_tensor(ui, model, station, state, area);
  }
}

// Cuts the caption from the top, at least `least` high.
void draw_caption(Ui& ui, const WayModel& model, float least, Rect* area) {
  const std::string& caption = item(model.stations, model.selected).caption;
  const float used = explained_text(ui, *area, caption, ui.colors().text, sizes::kText);
  ui.rects.publish("way/caption", area->cut_top(std::max(least, used), 8));
}

}  // namespace

void draw_way(Ui& ui, const WayModel& model, const std::vector<float>& pixels,
              WayStationsState* state, const Rect& area) {
  Rect header;
  Rect content = card(ui, "way", area, "A " + std::string(model.classes->one) + "'s way", &header);
  if (model.stations.empty()) return;
  if (state->image_version != model.version) {
    state->image_version = model.version;
    state->image.set(0, pixels.data());
  }
  draw_controls(ui, model, &header);
  say_station(ui, model, state);
  // In one column, anything below the stations is out of sight when the user taps one.
  if (ui.display.touch_layout) draw_caption(ui, model, kCaption, &content);
  const float map =
      std::min(kWayMap + 0.4f * std::max(0.0f, content.h - 2 * kWayMap), 0.62f * content.h);
  draw_stations(ui, model, state, content.cut_top(std::max(map, std::min(kWayMap, content.h)), 12));
  if (!ui.display.touch_layout) draw_caption(ui, model, 0, &content);
  draw_selected(ui, model, state, content);
}

}  // namespace pipette::app::way_scene
