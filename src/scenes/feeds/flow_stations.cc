#include "scenes/feeds/flow_stations.h"

#include <algorithm>
#include <cmath>

#include "scenes/feeds/feeds_layout.h"
#include "ui/explained.h"
#include "ui/fitting.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::feeds_scene {
namespace {

constexpr float kLinkLength = 30;
constexpr float kTitle = 20;
constexpr float kStatus = 22;
constexpr int kMaxPlaces = 5;
constexpr float kNarrowPlace = 22;
constexpr float kBetween = 6;  // places of a queue, passes of a step
// From this ratio of height to width, the contents of a box are stacked.
constexpr float kUpright = 1.4f;
enum Place : std::size_t { kSource, kInfeed, kIpu, kOutfeed, kResult };

void heading(Ui& ui, const Station& station, const std::string& title,
             const std::vector<std::string>& status, bool warn, bool vertical) {
  const Theme& theme = ui.colors();
  text_in(ui, station.title, title, theme.text, sizes::kText, ui.fonts.strong);
  const float width = text_width(ui, title, sizes::kText, ui.fonts.strong);
  explain_words(ui, "station", {station.title.x, station.title.y, width, station.title.h - 2},
                title);
  text_in(ui, station.status, fitting(ui, status, station.status.w, sizes::kSmall, nullptr),
          warn ? theme.warn : theme.text_dim, sizes::kSmall, nullptr,
          vertical ? Align::right : Align::left);
}

void box(Ui& ui, const Rect& area, ImU32 border) {
  fill_rect(ui, area, ui.colors().sunken, 8);
  outline_rect(ui, area, border, 8);
}

using DrawElement = void (*)(Ui& ui, const Rect& area, float opacity);

// An element and, if there is room, its number below.
void draw_numbered(Ui& ui, Rect place, std::int64_t number, DrawElement draw_element) {
  const Rect below = place.cut_bottom(place.h > 40 ? 17.0f : 0.0f);
  draw_element(ui, place, 1);
  if (below.h <= 0) return;
  const std::string words = fitting_number(ui, number, below.w - 4, sizes::kTiny, ui.fonts.mono);
  text_in(ui, below, words, ui.colors().text_dim, sizes::kTiny, ui.fonts.mono, Align::center);
}

bool is_upright(const Rect& box) { return box.h > kUpright * box.w; }

// Places of a queue, with the oldest element at its exit: at the right, or at the bottom.
void places(Ui& ui, const QueueModel& queue, const Rect& area, DrawElement draw_element) {
  const Theme& theme = ui.colors();
  const bool upright = is_upright(area);
  Rect inner = area.inset(8, 8);
  const float length = upright ? inner.h : inner.w;
  const int fitting =
      std::clamp(static_cast<int>((length - 26) / (kNarrowPlace + 6)), 1, kMaxPlaces);
  const bool all_fit = static_cast<float>(queue.capacity) * (kNarrowPlace + 6) - 6 <= length;
  const int shown = std::clamp(queue.capacity, 1, all_fit ? kMaxPlaces : fitting);
  if (queue.capacity > shown) {  // always cut, so that places do not move as the queue fills
    const Rect place = upright ? inner.cut_top(18, 2) : inner.cut_left(30, 2);
    const int waiting = queue.filled - shown;
    if (waiting > 0) {
      text_in(ui, place, "+" + std::to_string(waiting), theme.text_dim, sizes::kSmall,
              ui.fonts.mono);
    }
  }
  const auto count = static_cast<float>(shown);
  const float share = ((upright ? inner.h : inner.w) - kBetween * (count - 1)) / count;
  const float width = upright ? inner.w : std::min(share, 64.0f);
  const float height = upright ? std::min(share, 1.2f * inner.w) : std::min(inner.h, 52.0f);
  for (int i = 0; i < shown; ++i) {
    const auto before = static_cast<float>(i);
    const Rect place =
        upright
            ? Rect{inner.x, inner.bottom() - height - before * (height + kBetween), width, height}
            : Rect{inner.right() - width - before * (width + kBetween),
                   inner.center_y() - height / 2, width, height};
    const bool filled = i < queue.filled;
    fill_rect(ui, place, filled ? theme.card : with_alpha(theme.card, 0.4f), 6);
    outline_rect(ui, place, filled ? theme.line : theme.card_border, 6);
    if (filled) draw_numbered(ui, place, queue.oldest + i, draw_element);
  }
}

std::string fill_level(const QueueModel& queue) {
  return std::to_string(queue.filled) + " of " + std::to_string(queue.capacity) + " full";
}

std::string losses_waiting(const QueueModel& queue) {
  if (queue.filled == 0) return "Empty";
  return format_count(queue.filled) + (queue.filled == 1 ? " loss to read" : " losses to read");
}

struct QueueLook {
  const char* name;
  const char* title;
  std::string level;  // status text without a wait
  DrawElement draw_element;
};

void queue_station(Ui& ui, const FlowStations& stations, std::size_t place, const QueueModel& queue,
                   const QueueLook& look) {
  const Theme& theme = ui.colors();
  const Station& station = stations.at[place];
  const bool stalled = !queue.stall.empty();
  heading(ui, station, look.title, shorter_ways(stalled ? queue.stall : look.level), stalled,
          stations.vertical);
  ui.rects.publish(look.name, station.box);
  box(ui, station.box, stalled ? theme.warn : theme.card_border);
  places(ui, queue, station.box, look.draw_element);
  ImGui::PushID(look.name);
  invisible_button("queue", station.box);
  ImGui::PopID();
  tooltip_for_last_item(ui, queue.last_wait);
}

void phase_pill(Ui& ui, const Rect& area, const char* label, Activity activity, Activity now) {
  const Theme& theme = ui.colors();
  const bool on = activity == now;
  const ImU32 color = activity_color(theme, activity);
  const ImU32 fill = on ? color : theme.card;
  fill_rect(ui, area, fill, 6);
  outline_rect(ui, area, on ? color : theme.card_border, 6);
  if (!on) {
    ui.draw()->AddRectFilled({area.x, area.bottom() - 3}, {area.right(), area.bottom()}, color, 6,
                             ImDrawFlags_RoundCornersBottom);
  }
  const auto fits = [&](float size) {
    return text_width(ui, label, size, ui.fonts.strong) <= area.w;
  };
  const float size = area.h > 60 && fits(sizes::kText) ? sizes::kText
                     : fits(sizes::kSmall)             ? sizes::kSmall
                                                       : sizes::kTiny;
  text_in(ui, {area.x, area.y, area.w, area.h - (on ? 0.0f : 2.0f)}, label,
          on ? text_on(theme, color) : theme.text_dim, size, ui.fonts.strong, Align::center);
  explain_words(ui, "phase", area, theme::term_of(activity));
}

}  // namespace

FlowStations place_stations(const Rect& content) {
  FlowStations result;
  result.vertical = content.w < kFlowAcross - 2 * sizes::kPadding;
  if (!result.vertical) {
    constexpr float kWeights[] = {1.15f, 1.4f, 1.95f, 1.4f, 1.05f};
    float sum = 0;
    for (const float weight : kWeights) sum += weight;
    const float free = content.w - 4 * kLinkLength;
    float x = content.x;
    for (std::size_t i = 0; i < 5; ++i) {
      Rect column = {x, content.y, free * kWeights[i] / sum, content.h};
      x += column.w + kLinkLength;
      Station& station = result.at[i];
      station.title = column.cut_top(kTitle);
      station.status = column.cut_bottom(kStatus);
      station.box = column;
    }
    return result;
  }
  const float height = (content.h - 4 * 18) / 5;
  float y = content.y;
  for (Station& station : result.at) {
    Rect row = {content.x, y, content.w, height};
    y += height + 18;
    Rect line = row.cut_top(kTitle);
    station.title = line.cut_left(line.w * 0.4f);
    station.status = line;
    station.box = row;
  }
  return result;
}

std::array<Link, 4> station_links(const FlowStations& stations) {
  std::array<Link, 4> links;
  for (std::size_t i = 0; i < 4; ++i) {
    const Rect& from = stations.at[i].box;
    const Rect& to = stations.at[i + 1].box;
    if (stations.vertical) {
      // Over the heading of the next station, near the right edge where elements leave.
      links[i] = {{from.center_x(), from.bottom()},
                  {from.center_x(), stations.at[i + 1].title.y + 2}};
    } else {
      links[i] = {{from.right(), from.center_y()}, {to.x, to.center_y()}};
    }
  }
  return links;
}

void draw_batch(Ui& ui, const Rect& area, float opacity) {
  const Theme& theme = ui.colors();
  const ImU32 fill = with_alpha(activity_color(theme, Activity::stream_mid), opacity);
  const ImU32 edge = with_alpha(theme.card, opacity);
  const float size = std::min(area.w, area.h) * 0.72f;
  const float x = area.center_x() - size / 2 - 2;
  const float y = area.center_y() - size / 2 - 2;
  for (int i = 2; i >= 0; --i) {
    const float d = 2.5f * static_cast<float>(i);
    ui.draw()->AddRectFilled({x + d, y + d}, {x + d + size, y + d + size}, fill, 3);
    ui.draw()->AddRect({x + d, y + d}, {x + d + size, y + d + size}, edge, 3);
  }
}

void draw_token(Ui& ui, const Rect& area, float opacity) {
  const Theme& theme = ui.colors();
  const ImVec2 center = {area.center_x(), area.center_y()};
  const float radius = std::min({area.w * 0.3f, area.h * 0.36f, std::max(9.0f, 0.25f * area.h)});
  ui.draw()->AddCircleFilled(center, radius, with_alpha(theme.ink, opacity));
  ui.draw()->AddCircleFilled(center, radius * 0.4f, with_alpha(theme.card, opacity));
}

void draw_host_source(Ui& ui, const FlowModel& model, const FlowStations& stations) {
  const Theme& theme = ui.colors();
  const Station& station = stations.at[kSource];
  heading(ui, station, "Host", shorter_ways(model.host_activity), false, stations.vertical);
  ui.rects.publish("flow/host", station.box);
  box(ui, station.box, theme.card_border);
  const Rect inner = station.box.inset(10, 8);
  const float size = is_upright(station.box) ? 0.7f * inner.w : std::min(34.0f, inner.h - 10);
  draw_batch(ui, {inner.center_x() - size / 2, inner.center_y() - size / 2 - 4, size, size}, 1);
  const Rect bar = {inner.x, inner.bottom() - 4, inner.w, 4};
  fill_rect(ui, bar, theme.card_border, 2);
  if (model.host_progress <= 0) return;
  ui.draw()->AddRectFilled(
      {bar.x, bar.y}, {bar.x + bar.w * std::clamp(model.host_progress, 0.0f, 1.0f), bar.bottom()},
      activity_color(theme, Activity::stream_mid), 2);
}

void draw_infeed(Ui& ui, const FlowModel& model, const FlowStations& stations) {
  queue_station(ui, stations, kInfeed, model.infeed,
                {.name = "flow/infeed",
                 .title = model.has_infeed ? "Infeed queue" : "Arguments of the run",
                 .level = fill_level(model.infeed),
                 .draw_element = draw_batch});
}

void draw_ipu(Ui& ui, const FlowModel& model, const FlowStations& stations) {
  const Theme& theme = ui.colors();
  const Station& station = stations.at[kIpu];
  const bool waits = !model.ipu_reason.empty();
  heading(ui, station, "IPU 0", {waits ? model.ipu_reason : model.ipu_instruction}, waits,
          stations.vertical);
  ui.rects.publish("flow/ipu", station.box);
  box(ui, station.box, theme.card_border);
  Rect inner = station.box;
  const Rect header = inner.cut_top(20);
  fill_rect(ui, header, activity_color(theme, Activity::engine_run), 8,
            ImDrawFlags_RoundCornersTop);
  Rect line = header.inset(9, 0);
  const std::string number = "#" + format_count(model.engine_run);
  const float run_width = text_width(ui, number, sizes::kSmall, ui.fonts.strong) + kBetween;
  const std::string step = format_count(model.ipu_step);
  const std::string words =
      fitting(ui, {"step " + step, step}, line.w - run_width, sizes::kSmall, ui.fonts.mono);
  text_in(ui, line.cut_right(text_width(ui, words, sizes::kSmall, ui.fonts.mono) + 2, kBetween),
          words, with_alpha(theme.text_on_dark, 0.85f), sizes::kSmall, ui.fonts.mono, Align::right);
  text_in(ui, line,
          fitting(ui, {"Engine::run " + number, "Run " + number, number}, line.w, sizes::kSmall,
                  ui.fonts.strong),
          theme.text_on_dark, sizes::kSmall, ui.fonts.strong);
  Rect body = inner.inset(8, 8);
  const bool upright = is_upright(station.box);
  const float height = std::min(body.h, upright ? 3 * 96.0f : 44.0f);
  body = {body.x, body.center_y() - height / 2, body.w, height};
  std::vector<Rect> pills = body.columns({1, 1, 1}, kBetween);
  if (upright) {
    for (Rect& pill : pills) pill = body.cut_top((height - 2 * kBetween) / 3, kBetween);
  }
  phase_pill(ui, pills[0], "Forward", Activity::forward, model.ipu_activity);
  phase_pill(ui, pills[1], "Backward", Activity::backward, model.ipu_activity);
  phase_pill(ui, pills[2], "Update", Activity::update, model.ipu_activity);
}

void draw_outfeed(Ui& ui, const FlowModel& model, const FlowStations& stations) {
  queue_station(ui, stations, kOutfeed, model.outfeed,
                {.name = "flow/outfeed",
                 .title = model.has_outfeed ? "Outfeed queue" : "Return value",
                 .level = model.has_outfeed  ? losses_waiting(model.outfeed)
                          : model.has_infeed ? "A mean for each run"
                                             : "The loss of the batch",
                 .draw_element = draw_token});
}

void draw_host_result(Ui& ui, const FlowModel& model, const FlowStations& stations) {
  const Theme& theme = ui.colors();
  const Station& station = stations.at[kResult];
  heading(ui, station, "Host", shorter_ways(model.host_result), false, stations.vertical);
  ui.rects.publish("flow/result", station.box);
  box(ui, station.box, theme.card_border);
  Rect inner = station.box.inset(10, 6);
  if (model.latest.empty()) {
    text_in(ui, inner, "No loss yet", theme.text_dim, sizes::kSmall, nullptr, Align::center);
    return;
  }
  const float line = 17;
  const auto rows = static_cast<std::size_t>(std::max(1.0f, std::floor(inner.h / line)));
  inner.cut_top((inner.h - line * static_cast<float>(rows)) / 2);
  for (std::size_t i = 0; i < rows && i < model.latest.size(); ++i) {
    const LossToken& token = model.latest[model.latest.size() - 1 - i];
    Rect row = inner.cut_top(line);
    const float fade = 1 - 0.16f * static_cast<float>(std::min<std::size_t>(i, 2));
    text_in(ui, row.cut_left(row.w * 0.5f), format_count(token.step),
            with_alpha(theme.text_dim, fade), sizes::kTiny, ui.fonts.mono);
    text_in(ui, row, format_fixed(static_cast<double>(token.loss), 3), with_alpha(theme.text, fade),
            sizes::kText, ui.fonts.mono, Align::right);
  }
}

}  // namespace pipette::app::feeds_scene
