#include "scenes/schedule/machine_view.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "scenes/schedule/actions.h"
#include "scenes/schedule/machine_caption.h"
#include "scenes/schedule/machine_chip.h"
#include "scenes/schedule/playback_view.h"
#include "scenes/schedule/schedule_track.h"
#include "ui/explained.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::schedule_scene {

using pipelining::ScheduleBox;

namespace {

struct Places {
  Rect infeed, outfeed;
  std::vector<Rect> chips;
};

constexpr float kTwoLines = 560;  // a narrower caption takes two lines
constexpr float kOver = 20;       // room above the chips for arrows over them

Places place_machine(Rect content, int rows, bool over) {
  Places places;
  if (over) content.cut_top(kOver);
  const bool wide = content.w > 560;
  const float feed = wide ? 84.0f : 40.0f;
  const float least = wide ? 34.0f : 14.0f;
  const auto count = static_cast<float>(rows);
  const float pitch = (content.w - 2 * feed - least) / count;
  const float gap = std::min(least, 0.3f * pitch);
  places.infeed = content.cut_left(feed);
  places.outfeed = content.cut_right(feed);
  const float width = (content.w - gap * (count + 1)) / count;
  for (int row = 0; row < rows; ++row) {
    places.chips.push_back(
        {content.x + gap + (width + gap) * static_cast<float>(row), content.y, width, content.h});
  }
  return places;
}

// Forward links run through the upper lane, backward ones through the lower.
float lane(const Rect& chip, bool backward) { return chip.y + chip.h * (backward ? 0.66f : 0.3f); }

const Rect& station(const Places& places, int row) {
  if (row < 0) return places.infeed;
  const auto at = static_cast<std::size_t>(row);
  return at < places.chips.size() ? places.chips[at] : places.outfeed;
}

// The corners of the path between two stations: straight along the link between neighbours, else
// out of the top of the first, over the stations in between, and to the second. Forward paths run
// higher.
std::vector<ImVec2> corners(const Places& places, int from_row, int to_row, bool backward) {
  const Rect& from = station(places, from_row);
  const Rect& to = station(places, to_row);
  const bool right = to.x > from.x;
  const float y = lane(places.chips.front(), backward);
  const ImVec2 end = {right ? to.x - 1 : to.right() + 1, y};
  if (std::abs(to_row - from_row) == 1) return {{right ? from.right() + 1 : from.x - 1, y}, end};
  const Rect& chip = places.chips.front();
  const float roof = chip.y - (backward ? 0.3f : 0.7f) * kOver;
  const float aside = backward ? -8.0f : 8.0f;  // keeps two paths of one chip apart
  const auto is_chip = [&](int row) {
    return row >= 0 && static_cast<std::size_t>(row) < places.chips.size();
  };
  std::vector<ImVec2> way;
  if (is_chip(from_row)) {
    way = {{from.center_x() + aside, chip.y - 1}, {from.center_x() + aside, roof}};
  } else {
    const float beside = right ? from.right() + 8 : from.x - 8;
    way = {{right ? from.right() + 1 : from.x - 1, y}, {beside, y}, {beside, roof}};
  }
  if (is_chip(to_row)) {
    way.insert(way.end(), {{to.center_x() - aside, roof}, {to.center_x() - aside, chip.y - 1}});
  } else {
    const float beside = right ? to.x - 14 : to.right() + 14;
    way.insert(way.end(), {{beside, roof}, {beside, y}, end});
  }
  return way;
}

float length_of(const ImVec2& a, const ImVec2& b) { return std::hypot(b.x - a.x, b.y - a.y); }

// The point at a share of the path.
ImVec2 on_the_way(const Places& places, int from_row, int to_row, bool backward, float along) {
  const std::vector<ImVec2> way = corners(places, from_row, to_row, backward);
  float whole = 0;
  for (std::size_t i = 1; i < way.size(); ++i) whole += length_of(way[i - 1], way[i]);
  float left = along * whole;
  for (std::size_t i = 1; i < way.size(); ++i) {
    const float length = length_of(way[i - 1], way[i]);
    if (left <= length && length > 0) {
      const float t = left / length;
      return {way[i - 1].x + (way[i].x - way[i - 1].x) * t,
              way[i - 1].y + (way[i].y - way[i - 1].y) * t};
    }
    left -= length;
  }
  return way.back();
}

void draw_way(Ui& ui, const Places& places, int from, int to, bool backward) {
  const ImU32 color = ui.colors().line;
  const std::vector<ImVec2> way = corners(places, from, to, backward);
  const ImVec2 end = way.back(), before = way[way.size() - 2];
  const float length = length_of(before, end);
  if (length < 5) return;
  const float ux = (end.x - before.x) / length, uy = (end.y - before.y) / length;
  const ImVec2 base = {end.x - 5 * ux, end.y - 5 * uy};
  for (const ImVec2& corner : way) ui.draw()->PathLineTo(&corner == &way.back() ? base : corner);
  ui.draw()->PathStroke(color, 0, 1.6f);
  ui.draw()->AddTriangleFilled(end, {base.x - 4 * uy, base.y + 4 * ux},
                               {base.x + 4 * uy, base.y - 4 * ux}, color);
}

// Calls `use(from, to, backward)` for each connection on the way from the infeed through the
// programs to the outfeed.
template <class Use>
void for_each_way(const PipelineInfo& info, Use use) {
  const int stages = info.table.num_stages;
  for (const ScheduleBox& first : boxes_of(info, 0, 0)) use(-1, first.row, false);
  for (int program = 0; program < info.table.num_programs(); ++program) {
    for (const ScheduleBox& box : boxes_of(info, program, 0)) {
      if (program == stages - 1) use(box.row, info.table.num_rows(), false);
      if (program + 1 == info.table.num_programs()) continue;
      for (const ScheduleBox& next : boxes_of(info, program + 1, 0)) {
        if (next.row != box.row) use(box.row, next.row, program + 1 >= stages);
      }
    }
  }
}

bool leads_over(const PipelineInfo& info) {
  bool over = false;
  for_each_way(info, [&](int from, int to, bool) { over = over || std::abs(to - from) != 1; });
  return over;
}

void draw_infeed(Ui& ui, const PipelineInfo& info, const MachineModel& machine, Rect area) {
  const Theme& theme = ui.colors();
  const bool wide = area.w > 60;
  const int left = info.table.num_mini_batches - machine.entered;
  ui.rects.publish("machine/infeed", area);
  const Rect title = area.cut_top(15);
  text_in(ui, title, wide ? "Infeed" : "In", theme.text, sizes::kSmall, ui.fonts.strong,
          Align::center);
  explain_words(ui, "station", title, "Infeed");
  text_in(ui, area.cut_bottom(15), std::to_string(left) + (wide ? " to come" : ""), theme.text_dim,
          sizes::kTiny, nullptr, Align::center);
  constexpr int kShown = 4;
  const bool long_numbers = machine.entered + kShown > 99;
  const float radius = std::min(long_numbers ? 11.0f : 9.0f, area.h / (2.3f * kShown));
  for (int i = std::min(left, kShown) - 1; i >= 0; --i) {
    draw_mini_batch(
        ui, {area.center_x(), area.y + radius + 3 + 2.25f * radius * static_cast<float>(i)}, radius,
        machine.entered + i, activity_color(theme, Activity::stream_mid), false);
  }
}

void draw_outfeed(Ui& ui, const PipelineInfo& info, const ScheduleModel& model,
                  const MachineModel& machine, Rect area) {
  const Theme& theme = ui.colors();
  const bool wide = area.w > 60;
  ui.rects.publish("machine/outfeed", area);
  const Rect title = area.cut_top(15);
  text_in(ui, title, wide ? "Outfeed" : "Out", theme.text, sizes::kSmall, ui.fonts.strong,
          Align::center);
  explain_words(ui, "station", title, "Outfeed", model.losses_note);
  const std::string count = std::to_string(machine.losses_done);
  text_in(ui, area.cut_bottom(15),
          count + (!wide                      ? ""
                   : machine.losses_done == 1 ? " loss"
                                              : " losses"),
          theme.text_dim, sizes::kTiny, nullptr, Align::center);
  const bool long_numbers = machine.losses_done > 99;
  const float radius = long_numbers ? 10.5f : 8.0f;
  constexpr int kShown = 5;
  const std::int64_t first = model.update * info.table.num_mini_batches;
  for (int i = 0; i < std::min(machine.losses_done, kShown); ++i) {
    const int mini_batch = machine.losses_done - 1 - i;
    const std::int64_t at = first + mini_batch;
    const auto number = static_cast<std::size_t>(at);
    const bool known = model.losses != nullptr && at >= 0 && number >= model.losses->first() &&
                       number < model.losses->size();
    const Rect line = area.cut_top(2 * radius + 2);
    if (line.h < 2 * radius + 2) break;
    const ImU32 color = with_alpha(theme.ink, 1 - 0.17f * static_cast<float>(i));
    if (!wide || !known) {
      draw_mini_batch(ui, {line.center_x(), line.center_y()}, radius, mini_batch, color, false);
      continue;
    }
    draw_mini_batch(ui, {line.x + 17, line.center_y()}, radius, mini_batch, color, false);
    const auto loss = static_cast<double>((*model.losses)[number]);
    text(ui, line.x + 32, line.center_y() - sizes::kTiny / 2, format_fixed(loss, 3), theme.text_dim,
         sizes::kTiny, ui.fonts.mono);
  }
}

ImVec2 token_at(const Places& places, const MachineModel::Token& token) {
  const float eased = token.along * token.along * (3 - 2 * token.along);
  return on_the_way(places, token.from, token.to, token.backward, eased);
}

void draw_tokens(Ui& ui, const MachineModel& machine, const Places& places, int marked) {
  const Theme& theme = ui.colors();
  const float radius = std::clamp(places.chips.front().w * 0.12f, 5.0f, 10.0f);
  for (const MachineModel::Token& token : machine.tokens) {
    const Activity kind = token.from < 0   ? Activity::stream_mid
                          : token.backward ? Activity::backward
                                           : Activity::forward;
    draw_mini_batch(ui, token_at(places, token), radius, token.mini_batch,
                    token.loss ? theme.ink : activity_color(theme, kind),
                    token.mini_batch == marked);
  }
}

}  // namespace

void pipeline_tabs(Ui& ui, ScheduleViewState* state, Rect* header) {
  const std::vector<std::string> labels = {"Machine", "Compare"};
  const Rect place = header->cut_left(segmented_width(ui, labels), 8).inset(0, -1);
  state->compare = segmented(ui, "pipeline/tab", place, labels, state->compare ? 1 : 0) == 1;
}

void draw_machine(Ui& ui, const ScheduleModel& model, ScheduleViewState* state, const Rect& area) {
  Rect header;
  Rect content = card(ui, "machine", area, "Pipeline", &header);
  pipeline_tabs(ui, state, &header);
  if (model.picture == nullptr) return;
  const PipelineInfo& info = model.picture->info();
  const MachineModel machine = machine_at(info, model.place);
  draw_playback(
      ui, model, machine,
      ui.display.touch_layout && ui.thumbs() ? content.cut_top(sizes::kControlTouch, 4) : header);
  const float caption = content.w < kTwoLines ? 34 : 18;
  explained_text(ui, content.cut_bottom(caption, 4), machine_caption(info, machine),
                 ui.colors().text, sizes::kSmall);
  const Places places = place_machine(content, info.table.num_rows(), leads_over(info));
  for_each_way(info,
               [&](int from, int to, bool backward) { draw_way(ui, places, from, to, backward); });
  draw_infeed(ui, info, machine, places.infeed);
  draw_outfeed(ui, info, model, machine, places.outfeed);
  const int rows = info.table.num_rows();
  for (int row = 0; row < rows; ++row) {
    const Rect& chip = item(places.chips, row);
    draw_chip(ui, info, machine, row, state->marked(), chip);
    const MachineModel::Chip& now = item(machine.chips, row);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!chip.contains(mouse.x, mouse.y) || !ImGui::IsWindowHovered()) continue;
    ScheduleHit hit;
    hit.row = row;
    hit.slot = machine.slot;
    hit.box = now.box;
    hit.idle = now.idle;
    hit.update = now.activity == Activity::update;
    if (now.box >= 0 || now.idle >= 0 || hit.update || now.activity == Activity::exchange) {
      schedule_tooltip(ui, *model.picture, hit,
                       {model.losses, model.update * info.table.num_mini_batches});
    }
  }
  draw_tokens(ui, machine, places, state->marked());
}

}  // namespace pipette::app::schedule_scene
