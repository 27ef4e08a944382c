#include "scenes/schedule/memory_strips.h"

#include <algorithm>
#include <cmath>

#include "core/format_quantity.h"
#include "pipeline/slot_clock.h"
#include "ui/format.h"
#include "ui/time_view_input.h"
#include "ui/widgets.h"

namespace pipette::app::schedule_scene {

using pipelining::StashPoint;

namespace {

constexpr float kMargin = 4;  // above the highest peak of a strip

// The parts of the peak in words, on a translucent ground, since the strip has several colours.
void draw_parts(Ui& ui, const StageMemory& stage, const Rect& strip) {
  if (strip.h < sizes::kTiny + 2) return;
  const float wide = text_width(ui, stage.words, sizes::kTiny) + 10;
  const std::string& words = wide <= 0.4f * strip.w ? stage.words : stage.brief;
  const float width = text_width(ui, words, sizes::kTiny) + 10, height = sizes::kTiny + 3;
  const Rect ground = {strip.right() - width - 2, strip.center_y() - height / 2, width, height};
  fill_rect(ui, ground, with_alpha(ui.colors().card, 0.8f), 3);
  text_in(ui, ground, words, ui.colors().text, sizes::kTiny, nullptr, Align::center);
}

void draw_limit(Ui& ui, const Rect& strip, float y) {
  constexpr float kDash = 4;
  const ImU32 color = ui.colors().bad;
  for (float x = strip.x; x < strip.right(); x += 2 * kDash) {
    ui.draw()->AddLine({x, y}, {std::min(x + kDash, strip.right()), y}, color);
  }
}

// One rectangle per level, or one per pixel if levels are narrower than that.
void draw_curve(Ui& ui, const std::vector<StashPoint>& curve, const std::vector<double>& axis,
                const TimeView& view, const Rect& strip, double base, double step, double scale) {
  const ImU32 color = activity_color(ui.colors(), Activity::exchange);
  const auto height = [&](double bytes) {
    return static_cast<float>(bytes / scale) * (strip.h - kMargin);
  };
  const float floor_y = strip.bottom() - height(base);
  float drawn = strip.x;    // everything up to here is decided
  float pending = strip.x;  // not drawn yet from here, at the previous level
  std::int32_t before = 0;
  // Starts at the first visible point, with the level before it.
  const auto first = static_cast<std::size_t>(
      std::lower_bound(axis.begin(), axis.end(), view.start_us) - axis.begin());
  std::int32_t held = first == 0 ? 0 : curve[first - 1].held;
  std::int32_t most = 0;  // since the last rectangle
  const auto rectangle = [&](float to, std::int32_t level) {
    if (level != before) {
      if (before > 0 && drawn > pending) {
        ui.draw()->AddRectFilled({pending, floor_y - height(step * before)}, {drawn, floor_y},
                                 color);
      }
      pending = drawn;
      before = level;
    }
    drawn = to;
  };
  for (std::size_t i = first; i < curve.size() && axis[i] <= view.end_us; ++i) {
    const float x = x_of(view, strip, axis[i]);
    most = std::max(most, held);
    if (x - drawn >= 1) {
      rectangle(x, most);
      most = 0;
    }
    held = curve[i].held;
  }
  rectangle(strip.right(), held);
  rectangle(strip.right(), -1);  // draws what is pending
}

void strip_tooltip(Ui& ui, const StageInfo& stage, int index, std::int32_t held,
                   std::int32_t peak) {
  begin_tooltip(ui);
  ImGui::PushFont(ui.fonts.strong, sizes::kText);
  ImGui::Text("Stage %d  %s", index, stage.name.c_str());
  ImGui::PopFont();
  const std::string text =
      std::to_string(held) + (held == 1 ? " mini-batch" : " mini-batches") + " stashed: " +
      format_bytes(static_cast<double>(held) * static_cast<double>(stage.stash_bytes)) + "\nPeak " +
      std::to_string(peak) + ": " +
      format_bytes(static_cast<double>(peak) * static_cast<double>(stage.stash_bytes)) +
      "\nAlways live: " + format_bytes(stage.variable_bytes);
  ImGui::TextUnformatted(text.c_str());
  end_tooltip();
}

}  // namespace

std::int32_t held_at(const std::vector<StashPoint>& curve, double cycles) {
  const auto after = std::partition_point(curve.begin(), curve.end(), [&](const StashPoint& p) {
    return static_cast<double>(p.time) <= cycles;
  });
  return after == curve.begin() ? 0 : std::prev(after)->held;
}

void draw_memory_head(Ui& ui, const MemoryModel& memory, const Rect& area, float labels,
                      bool* own_scale) {
  const Theme& theme = ui.colors();
  Rect line = area.inset(0, 1);
  if (labels > text_width(ui, "Memory", sizes::kSmall, ui.fonts.strong) + 8) {
    text_in(ui, {line.x - labels, line.y, labels - 8, line.h}, "Memory", theme.text, sizes::kSmall,
            ui.fonts.strong);
  }
  const std::vector<std::string> choices = {"One scale", "Each its own"};
  const Rect choice = line.cut_right(segmented_width(ui, choices), 8);
  *own_scale = segmented(ui, "schedule/memory-scale", choice, choices, *own_scale ? 1 : 0) == 1;
  if (memory.words.empty()) return;
  Rect words = line;
  if (*own_scale || !memory.limit_in_sight()) {  // the limit is far above
    const Rect mark = words.cut_left(8, 5);
    ui.draw()->AddTriangleFilled({mark.x, mark.center_y() + 3}, {mark.right(), mark.center_y() + 3},
                                 {mark.center_x(), mark.center_y() - 4}, theme.text_dim);
  }
  ui.rects.publish("schedule/memory-limit", words);
  if (text_width(ui, memory.words, sizes::kSmall) <= words.w) {
    text_in(ui, words, memory.words, theme.text_dim, sizes::kSmall);
  } else {
    text_in(ui, words, memory.brief, theme.text_dim, sizes::kSmall);
  }
}

float memory_head_height(const Ui& ui) {
  return 2 + (ui.thumbs() ? sizes::kControlTouch : sizes::kCardHeader);
}

float memory_strips_height(const Ui& ui, int stages) {
  const float strip = stages <= 5 ? 17.0f : stages <= 8 ? 15.0f : 11.0f;
  return memory_head_height(ui) + static_cast<float>(stages) * strip;
}

void draw_memory_strips(Ui& ui, const PipelinePicture& picture,
                        const pipelining::ScheduleLayout& layout, const TimeView& view,
                        const Rect& area, float labels, double pointer, double place,
                        bool own_scale) {
  const Theme& theme = ui.colors();
  const PipelineInfo& info = picture.info();
  const MemoryModel& memory = picture.memory();
  const float pitch = area.h / static_cast<float>(info.stages.size());
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  ui.rects.publish("schedule/memory", area);
  for (std::size_t i = 0; i < info.stages.size(); ++i) {
    const StageInfo& stage = info.stages[i];
    const StageMemory& held_bytes = memory.stages[i];
    const auto index = static_cast<int>(i);
    const Rect strip = {area.x, area.y + pitch * static_cast<float>(i), area.w, pitch};
    const double scale = memory.scale(i, own_scale), base = held_bytes.live;
    const float left = std::clamp(x_of(view, strip, 0), strip.x, strip.right());
    const float right = std::clamp(x_of(view, strip, layout.end), strip.x, strip.right());
    const float ground = static_cast<float>(base / scale) * (strip.h - kMargin);
    ui.draw()->PushClipRect({strip.x, strip.y}, {strip.right(), strip.bottom()}, true);
    ui.draw()->AddRectFilled({left, strip.bottom() - ground}, {right, strip.bottom()},
                             theme.activities[static_cast<int>(Activity::stall)]);
    draw_curve(ui, picture.stash(index), picture.stash_axis(layout.columns, index), view, strip,
               base, held_bytes.stash, scale);
    if (!own_scale && memory.limit_in_sight()) {
      const float high = static_cast<float>(memory.limit / scale) * (strip.h - kMargin);
      draw_limit(ui, strip, strip.bottom() - high);
    }
    ui.draw()->AddLine({left, strip.bottom() - 0.5f}, {right, strip.bottom() - 0.5f}, theme.grid);
    draw_parts(ui, held_bytes, strip);
    ui.draw()->PopClipRect();

    Rect label = {area.x - labels, strip.y, labels - 8, strip.h};
    if (pitch >= 11 || i % 2 == 0) {
      text_in(ui, label.cut_left(48), "Stage " + std::to_string(i), theme.text_dim, sizes::kTiny);
      const std::int32_t held = held_at(picture.stash(index), cycles_at(info.timing, place));
      const std::string bytes =
          format_bytes(base + held * held_bytes.stash);  // its tooltip has them too
      if (text_width(ui, bytes, sizes::kTiny, ui.fonts.mono) <= label.w) {
        text_in(ui, label, bytes, theme.text_dim, sizes::kTiny, ui.fonts.mono, Align::right);
      }
    }
    if (!strip.contains(mouse.x, mouse.y) || !ImGui::IsWindowHovered() ||
        ImGui::IsMouseDragging(0)) {
      continue;
    }
    const double axis = view.start_us + pointer * view.span_us();
    if (axis < 0 || axis > layout.end) continue;
    const double cycles = cycles_at(info.timing, layout.place_of_axis(info.timing, axis));
    strip_tooltip(ui, stage, index, held_at(picture.stash(index), cycles),
                  info.timing.peak_stash[i]);
  }
}

}  // namespace pipette::app::schedule_scene
