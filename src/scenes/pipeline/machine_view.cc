#include "scenes/pipeline/machine_view.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "scenes/pipeline/actions.h"
#include "scenes/pipeline/machine_chip.h"
#include "scenes/pipeline/playback.h"
#include "scenes/pipeline/schedule_track.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {

using pipelining::ScheduleBox;

namespace {

struct Places {
  Rect infeed, outfeed;
  std::vector<Rect> chips;
};

Places place_machine(Rect content, int rows) {
  Places places;
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

// A place between two stations: between neighbours straight along the link, else over what lies
// between them.
ImVec2 on_the_way(const Places& places, int from_row, int to_row, bool backward, float along) {
  const Rect& from = station(places, from_row);
  const Rect& to = station(places, to_row);
  const bool right = to.x > from.x;
  const float x0 = right ? from.right() + 1 : from.x - 1;
  const float x1 = right ? to.x - 1 : to.right() + 1;
  const Rect& chip = places.chips.front();
  const bool straight = std::abs(to_row - from_row) == 1;
  const float lift = straight ? 0 : std::sin(along * 3.14159f) * (chip.h * 0.3f + 8);
  return {x0 + (x1 - x0) * along, lane(chip, backward) - lift};
}

void draw_way(Ui& ui, const Places& places, int from, int to, bool backward) {
  const ImU32 color = ui.colors().line;
  const ImVec2 begin = on_the_way(places, from, to, backward, 0);
  const ImVec2 end = on_the_way(places, from, to, backward, 1);
  if (std::fabs(end.x - begin.x) < 8) return;
  constexpr int kPieces = 24;
  const int pieces = std::abs(to - from) == 1 ? 1 : kPieces;
  const float tip = end.x > begin.x ? -5.0f : 5.0f;
  ImVec2 at = begin;
  for (int i = 1; i <= pieces; ++i) {
    const float along = static_cast<float>(i) / static_cast<float>(pieces);
    const ImVec2 next = on_the_way(places, from, to, backward, along);
    ui.draw()->AddLine(at, i == pieces ? ImVec2{next.x + tip, next.y} : next, color, 1.6f);
    at = next;
  }
  ui.draw()->AddTriangleFilled(end, {end.x + tip, end.y - 4}, {end.x + tip, end.y + 4}, color);
}

// Where results go: from the infeed through the programs to the outfeed.
void draw_ways(Ui& ui, const PipelineInfo& info, const Places& places) {
  const int stages = info.table.num_stages;
  for (const ScheduleBox& first : boxes_of(info, 0, 0)) draw_way(ui, places, -1, first.row, false);
  for (int program = 0; program < info.table.num_programs(); ++program) {
    for (const ScheduleBox& box : boxes_of(info, program, 0)) {
      if (program == stages - 1) draw_way(ui, places, box.row, info.table.num_rows(), false);
      if (program + 1 == info.table.num_programs()) continue;
      for (const ScheduleBox& next : boxes_of(info, program + 1, 0)) {
        if (next.row != box.row) draw_way(ui, places, box.row, next.row, program + 1 >= stages);
      }
    }
  }
}

void draw_infeed(Ui& ui, const PipelineInfo& info, const MachineModel& machine, Rect area) {
  const Theme& theme = ui.colors();
  const bool wide = area.w > 60;
  const int left = info.table.num_mini_batches - machine.entered;
  ui.rects.publish("machine/infeed", area);
  text_in(ui, area.cut_top(15), wide ? "Infeed" : "In", theme.text, sizes::kSmall, ui.fonts.strong,
          Align::center);
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

void draw_outfeed(Ui& ui, const PipelineInfo& info, const PipelineModel& model,
                  const MachineModel& machine, Rect area) {
  const Theme& theme = ui.colors();
  const bool wide = area.w > 60;
  ui.rects.publish("machine/outfeed", area);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (area.contains(mouse.x, mouse.y) && ImGui::IsWindowHovered()) {
    begin_tooltip(ui);
    ImGui::TextUnformatted(model.losses_note);
    end_tooltip();
  }
  text_in(ui, area.cut_top(15), wide ? "Outfeed" : "Out", theme.text, sizes::kSmall,
          ui.fonts.strong, Align::center);
  const std::string count = std::to_string(machine.losses_done);
  text_in(ui, area.cut_bottom(15), count + (wide ? " losses" : ""), theme.text_dim, sizes::kTiny,
          nullptr, Align::center);
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

void draw_playback(Ui& ui, const PipelineModel& model, const MachineModel& machine, Rect header) {
  const Theme& theme = ui.colors();
  const bool wide = header.w > 520;
  const float size = wide ? 28.0f : 34.0f;
  if (wide) {
    const auto notch = static_cast<std::size_t>(model.play_speed);
    text_in(ui, header.cut_right(64, 6), kPlaySpeeds[notch].label, theme.text_dim, sizes::kSmall);
    const int speed = notch_slider(ui, "machine/speed", header.cut_right(118, 10).inset(0, -2),
                                   static_cast<int>(kPlaySpeeds.size()), model.play_speed,
                                   "Speed of this picture; training has a speed of its own");
    if (speed != model.play_speed) ui.ask(action::kSetPlaySpeed, speed);
  }
  const Rect next = header.cut_right(size, 2).inset(0, -2);
  const Rect play = header.cut_right(size, 2).inset(0, -2);
  const Rect back = header.cut_right(size, 10).inset(0, -2);
  if (button(ui, "machine/back", back, {.icon = Icon::step_back, .quiet = true},
             "One slot back   ( , )")) {
    ui.ask(action::kStepPlace, -1);
  }
  if (button(ui, "machine/play", play,
             {.icon = model.playing ? Icon::pause : Icon::play, .quiet = true},
             "Play the schedule; nothing is trained   ( P )")) {
    ui.ask(action::kPlay, model.playing ? 0 : 1);
  }
  if (button(ui, "machine/next", next, {.icon = Icon::step_training, .quiet = true},
             "One slot further   ( . )")) {
    ui.ask(action::kStepPlace, 1);
  }
  const PipelineInfo& info = model.picture->info();
  std::string where = std::to_string(machine.slot) + " / " + std::to_string(info.table.num_slots());
  if (wide) where = "Slot " + where;
  if (machine.updating) where = wide ? "Weight update" : "Update";
  if (wide) {
    where += "   cycle " + format_count(static_cast<std::int64_t>(machine.cycles));
    if (model.following) where = "Update " + format_count(model.update) + "   " + where;
  }
  if (text_width(ui, where, sizes::kSmall, ui.fonts.mono) > header.w && !machine.updating) {
    where = std::to_string(machine.slot);
  }
  text_in(ui, header, where, theme.text_dim, sizes::kSmall, ui.fonts.mono, Align::right);
}

}  // namespace

void pipeline_tabs(Ui& ui, PipelineViewState* state, Rect* header) {
  const std::vector<std::string> labels = {"Machine", "Compare"};
  const Rect place = header->cut_left(segmented_width(ui, labels), 8).inset(0, -1);
  state->compare = segmented(ui, "pipeline/tab", place, labels, state->compare ? 1 : 0) == 1;
}

void handle_playback_keys(Ui& ui, const PipelineModel& model) {
  const ImGuiIO& io = ImGui::GetIO();
  if (model.picture == nullptr || io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper) {
    return;
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Comma)) ui.ask(action::kStepPlace, -1);
  if (ImGui::IsKeyPressed(ImGuiKey_Period)) ui.ask(action::kStepPlace, 1);
  if (ImGui::IsKeyPressed(ImGuiKey_P, false)) ui.ask(action::kPlay, model.playing ? 0 : 1);
}

void draw_machine(Ui& ui, const PipelineModel& model, PipelineViewState* state, const Rect& area) {
  Rect header;
  const Rect content = card(ui, "machine", area, "Pipeline", &header);
  pipeline_tabs(ui, state, &header);
  if (model.picture == nullptr) return;
  const PipelineInfo& info = model.picture->info();
  const MachineModel machine = machine_at(info, model.place);
  draw_playback(ui, model, machine, header);
  const Places places = place_machine(content, info.table.num_rows());
  draw_ways(ui, info, places);
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

}  // namespace pipette::app
