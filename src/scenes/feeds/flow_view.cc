#include "scenes/feeds/flow_view.h"

#include <algorithm>
#include <cmath>

#include "cards/actions.h"
#include "core/item.h"
#include "scenes/feeds/feeds_layout.h"
#include "scenes/feeds/flow_stations.h"
#include "ui/explained.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::feeds_scene {
namespace {

constexpr double kTravelSeconds = 0.55;
constexpr float kCaption = 40;         // two lines, below stacked stations
constexpr double kTravelPause = 0.17;  // between two travellers on one link

void choose_run(Ui& ui, const FlowModel& model, Rect* header) {
  const std::vector<std::string> labels = {model.titles[0], model.titles[1]};
  const int selected = static_cast<int>(model.run);
  const float width = segmented_width(ui, labels);
  const int chosen =
      segmented(ui, "flow/run", header->cut_right(width, 12).inset(0, -1), labels, selected);
  if (chosen != selected) ui.ask(action::kSelectRun, chosen);
}

// The number of elements that have passed each link so far.
std::array<std::int64_t, 4> passed(const FlowModel& model) {
  return {model.infeed.passed + model.infeed.filled, model.infeed.passed,
          model.outfeed.passed + model.outfeed.filled, model.outfeed.passed};
}

std::string loss_label(const FlowModel& model) {
  return model.latest.empty() ? "" : format_fixed(static_cast<double>(model.latest.back().loss), 3);
}

void start_travellers(Ui& ui, const FlowModel& model, FlowViewState* state) {
  const std::array<std::int64_t, 4> now = passed(model);
  for (std::size_t link = 0; link < now.size(); ++link) {
    const bool first_look = state->seen[link] < 0 || now[link] < state->seen[link];
    const bool moved = now[link] > state->seen[link];
    state->seen[link] = now[link];
    const bool rested = ui.now_s - state->last_start_s[link] >= kTravelPause;
    if (first_look || !moved || !rested || ui.display.reduced_motion) continue;
    state->last_start_s[link] = ui.now_s;
    state->travellers.push_back(
        {static_cast<int>(link), ui.now_s, link == 3 ? loss_label(model) : std::string()});
  }
}

float ease(float t) { return t * t * (3 - 2 * t); }

void draw_travellers(Ui& ui, const std::array<Link, 4>& links, FlowViewState* state) {
  const Theme& theme = ui.colors();
  std::erase_if(state->travellers, [&](const FlowViewState::Traveller& traveller) {
    return ui.now_s - traveller.start_s > kTravelSeconds;
  });
  for (const FlowViewState::Traveller& traveller : state->travellers) {
    const auto t = static_cast<float>((ui.now_s - traveller.start_s) / kTravelSeconds);
    const Link& link = item(links, traveller.link);
    const float s = ease(std::clamp(t, 0.0f, 1.0f));
    const float x = link.from.x + (link.to.x - link.from.x) * s;
    const float y = link.from.y + (link.to.y - link.from.y) * s;
    const float fade = std::min({1.0f, t * 6, (1 - t) * 6});
    if (traveller.link < 2) {
      draw_batch(ui, {x - 9, y - 9, 18, 18}, fade);
    } else if (traveller.link == 2) {
      draw_token(ui, {x - 16, y - 16, 32, 32}, fade);
    } else {
      const float width = text_width(ui, traveller.label, sizes::kSmall, ui.fonts.mono) + 12;
      const ImU32 fill = with_alpha(theme.ink, fade);
      ui.draw()->AddRectFilled({x - width / 2, y - 9}, {x + width / 2, y + 9}, fill, 9);
      text(ui, x - width / 2 + 6, y - sizes::kSmall / 2 - 0.5f, traveller.label,
           with_alpha(theme.text_on_ink, fade), sizes::kSmall, ui.fonts.mono);
    }
  }
  if (!state->travellers.empty()) ui.animate(0.1);
}

void draw_link(Ui& ui, const Link& link) {
  const ImU32 color = ui.colors().line;
  const float length = std::hypot(link.to.x - link.from.x, link.to.y - link.from.y);
  if (length < 1) return;
  const float ux = (link.to.x - link.from.x) / length;
  const float uy = (link.to.y - link.from.y) / length;
  const ImVec2 tip = {link.to.x - ux, link.to.y - uy};
  const ImVec2 base = {tip.x - 7 * ux, tip.y - 7 * uy};
  ui.draw()->AddLine({link.from.x + ux, link.from.y + uy}, base, color, 2);
  ui.draw()->AddTriangleFilled(tip, {base.x - 4.5f * uy, base.y + 4.5f * ux},
                               {base.x + 4.5f * uy, base.y - 4.5f * ux}, color);
}

}  // namespace

void draw_flow(Ui& ui, const FlowModel& model, FlowViewState* state, const Rect& area) {
  Rect header;
  Rect content = card(ui, "flow", area, "Data flow", &header);
  choose_run(ui, model, &header);
  if (content.w < kFlowAcross - 2 * sizes::kPadding) {
    header = content.cut_bottom(kCaption, 8);
    explained_text(ui, header, model.caption, ui.colors().text, sizes::kSmall);
  } else {
    header.cut_top((header.h - sizes::kText) / 2 - 0.5f);
    explained_text(ui, header, model.caption, ui.colors().text, sizes::kText);
  }
  const FlowStations stations = place_stations(content);
  const std::array<Link, 4> links = station_links(stations);
  for (const Link& link : links) draw_link(ui, link);
  draw_host_source(ui, model, stations);
  draw_infeed(ui, model, stations);
  draw_ipu(ui, model, stations);
  draw_outfeed(ui, model, stations);
  draw_host_result(ui, model, stations);
  start_travellers(ui, model, state);
  draw_travellers(ui, links, state);
}

}  // namespace pipette::app::feeds_scene
