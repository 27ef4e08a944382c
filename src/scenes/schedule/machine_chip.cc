#include "scenes/schedule/machine_chip.h"

#include <algorithm>

#include "core/item.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::schedule_scene {
namespace {

const MachineModel::Chip& chip_at(const MachineModel& machine, int row) {
  return item(machine.chips, row);
}

// As in the braces of the schedule: Sequential has no ramps.
std::string idle_words(const pipelining::IdleSpan& idle, bool ramps) {
  switch (idle.reason) {
    case WaitReason::ramp_up:
      return ramps ? "Ramp-up" : "No mini-batch yet";
    case WaitReason::ramp_down:
      return ramps ? "Ramp-down" : "No mini-batch left";
    case WaitReason::neighbour:
      return "Waits for stage " + std::to_string(idle.stage);
    case WaitReason::sync:
      return idle.stage < 0 ? "Waits at the barrier"
                            : "Waits for stage " + std::to_string(idle.stage);
    case WaitReason::transfer:
      return "Waits for host data";
    default:
      return "Idle";
  }
}

std::vector<int> stages_on(const PipelineInfo& info, int ipu) {
  std::vector<int> stages;
  for (std::size_t stage = 0; stage < info.stages.size(); ++stage) {
    const auto& ipus = info.stages[stage].ipus;
    if (std::find(ipus.begin(), ipus.end(), ipu) != ipus.end()) {
      stages.push_back(static_cast<int>(stage));
    }
  }
  return stages;
}

void draw_work(Ui& ui, const PipelineInfo& info, const MachineModel& machine, int row,
               const Rect& area) {
  const Theme& theme = ui.colors();
  const MachineModel::Chip& chip = chip_at(machine, row);
  const ImU32 color = activity_color(theme, chip.activity);
  const bool works = chip.box >= 0 || chip.activity == Activity::update;
  const ImU32 ground = works ? blend(theme.card, color, 0.35f) : theme.hover;
  fill_rect(ui, area, ground, 6);
  if (works) {
    Rect done = area;
    done.w *= std::clamp(chip.progress, 0.0f, 1.0f);
    ui.draw()->PushClipRect({done.x, done.y}, {done.right(), done.bottom()}, true);
    fill_rect(ui, area, color, 6);
    ui.draw()->PopClipRect();
  }
  const std::string words = chip_words(info, machine, row);
  const bool narrow = area.w < 76;
  const ImU32 ink = works ? theme.text_on_color : theme.text_dim;
  const bool dark_ground = works && contrast_ratio(ink, ground) < 4.5;
  if (narrow && !works) return;
  std::string shown = words;
  if (narrow && chip.box >= 0) {
    const auto& box = item(info.table.boxes, chip.box);
    shown = letter_of(box) + std::to_string(box.mini_batch + 1);
  }
  text_in(ui, area.inset(5, 0), shown, dark_ground ? theme.text : ink,
          works && !narrow ? sizes::kText : sizes::kTiny, works ? ui.fonts.strong : nullptr,
          Align::center);
}

// The FIFO as a row of places, the oldest on the right, where it leaves next.
void draw_stash(Ui& ui, const MachineModel::Stash& stash, int stage, bool several, int marked,
                Rect area) {
  const Theme& theme = ui.colors();
  if (area.h >= 24) {
    const Rect line = area.cut_top(14);
    const std::string name = several ? "Stash of stage " + std::to_string(stage) : "Stash";
    const std::string count = std::to_string(stash.count()) + " / " + std::to_string(stash.peak);
    if (text_width(ui, name + count, sizes::kTiny) + 6 < line.w) {
      text_in(ui, line, name, theme.text_dim, sizes::kTiny);
    }
    const bool fits = text_width(ui, count, sizes::kTiny, ui.fonts.mono) <= line.w;
    text_in(ui, line, fits ? count : std::to_string(stash.count()), theme.text, sizes::kTiny,
            ui.fonts.mono, fits ? Align::right : Align::center);
  }
  const int places = std::max<int>(1, stash.peak);
  const float pitch = std::min(22.0f, area.w / static_cast<float>(places));
  const ImU32 full = activity_color(theme, Activity::exchange);
  if (pitch < 5) {  // no room for separate places: a gauge
    fill_rect(ui, area, theme.hover, 3);
    const float level = static_cast<float>(stash.count()) / static_cast<float>(places);
    if (level > 0) fill_rect(ui, area.cut_bottom(area.h * level), full, 3);
    return;
  }
  const float size = std::min(area.h, 20.0f);
  const float top = area.y + std::min(2.0f, (area.h - size) / 2);
  for (int i = 0; i < places; ++i) {
    const float right = area.x + pitch * static_cast<float>(places - i);
    const Rect cell = {right - pitch, top, pitch - (pitch > 6 ? 2.0f : 0.0f), size};
    const bool held = i < stash.count();
    const std::int32_t mini_batch = stash.first + i;
    fill_rect(ui, cell, held ? full : theme.hover, std::min(3.0f, size / 4));
    if (!held) continue;
    if (mini_batch == marked) outline_rect(ui, cell, theme.ink, 3, 1.5f);
    const std::string number = std::to_string(mini_batch + 1);
    if (cell.w >= 9 && text_width(ui, number, sizes::kTiny) <= cell.w) {
      text_in(ui, cell, number, text_on(theme, full), sizes::kTiny, nullptr, Align::center);
    }
  }
}

}  // namespace

std::string chip_words(const PipelineInfo& info, const MachineModel& machine, int row) {
  const MachineModel::Chip& chip = chip_at(machine, row);
  if (chip.activity == Activity::update) return "Weight update";
  if (chip.box >= 0) {
    const auto& box = item(info.table.boxes, chip.box);
    return std::string(name_of(box)) + " " + std::to_string(box.mini_batch + 1);
  }
  if (chip.activity == Activity::exchange) return "Exchange";
  if (chip.idle >= 0) {
    return idle_words(item(info.timing.idle_of(row), chip.idle), info.table.main_begin > 0);
  }
  return "";
}

void draw_mini_batch(Ui& ui, ImVec2 center, float radius, std::int32_t mini_batch, ImU32 color,
                     bool lit) {
  const Theme& theme = ui.colors();
  const std::string number = std::to_string(mini_batch + 1);
  ui.draw()->AddCircleFilled(center, radius, color);
  ui.draw()->AddCircle(center, radius, lit ? theme.ink : theme.card, 0, lit ? 2.0f : 1.2f);
  // Measures the widest number with that many digits, so that neighbours show numbers alike.
  const std::string widest(number.size(), '8');
  if (radius < 6.5f || text_width(ui, widest, sizes::kTiny, ui.fonts.strong) > 2 * radius) return;
  text_in(ui, {center.x - radius, center.y - radius, 2 * radius, 2 * radius}, number,
          text_on(theme, color), sizes::kTiny, ui.fonts.strong, Align::center);
}

void draw_chip(Ui& ui, const PipelineInfo& info, const MachineModel& machine, int row, int marked,
               const Rect& area) {
  const Theme& theme = ui.colors();
  const int ipu = item(info.table.devices, row);
  ui.rects.publish("machine/ipu/" + std::to_string(ipu), area);
  const float d = info.num_replicas > 1 ? 4.0f : 0.0f;  // the other replicas behind it
  for (int behind = d > 0 ? 2 : 0; behind > 0; --behind) {
    const float shift = d * static_cast<float>(behind) / 2 + 1;
    fill_rect(ui, area.moved(shift, shift), theme.card, 8);
    outline_rect(ui, area.moved(shift, shift), theme.card_border, 8);
  }
  const bool lit = chip_at(machine, row).box >= 0 &&
                   item(info.table.boxes, chip_at(machine, row).box).mini_batch == marked;
  fill_rect(ui, area, theme.sunken, 8);
  outline_rect(ui, area, lit ? theme.ink : theme.card_border, 8, lit ? 1.5f : 1.0f);
  Rect inner = area.inset(area.w > 90 ? 9.0f : 4.0f, 7);
  Rect head = inner.cut_top(15, 4);
  const std::string name = (area.w < 44 ? "" : "IPU ") + std::to_string(ipu);
  text_in(ui, head.cut_left(text_width(ui, name, sizes::kSmall, ui.fonts.strong) + 1, 7), name,
          theme.text, sizes::kSmall, ui.fonts.strong);
  const std::vector<int> stages = stages_on(info, ipu);
  std::string title;
  for (const int stage : stages) {
    title += (title.empty() ? "" : " + ") + item(info.stages, stage).name;
  }
  if (text_width(ui, title, sizes::kTiny) <= head.w)
    text_in(ui, head, title, theme.text_dim, sizes::kTiny, nullptr, Align::right);
  draw_work(ui, info, machine, row, inner.cut_top(std::min(40.0f, inner.h * 0.42f), 6));
  if (!info.table.training || stages.empty()) return;
  const float each = inner.h / static_cast<float>(stages.size());
  for (const int stage : stages) {
    draw_stash(ui, item(machine.stashes, stage), stage, stages.size() > 1, marked,
               inner.cut_top(each));
  }
}

}  // namespace pipette::app::schedule_scene
