#include "scenes/schedule/playback_view.h"

#include <algorithm>

#include "scenes/schedule/actions.h"
#include "scenes/schedule/playback.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::schedule_scene {

void draw_playback(Ui& ui, const ScheduleModel& model, const MachineModel& machine, Rect header) {
  const Theme& theme = ui.colors();
  const bool wide = header.w > 520;
  const float size = ui.header_control(), beyond = std::min(0.0f, (header.h - size) / 2);
  if (wide) {
    const auto notch = static_cast<std::size_t>(model.play_speed);
    text_in(ui, header.cut_right(64, 6), kPlaySpeeds[notch].label, theme.text_dim, sizes::kSmall);
    const int speed = notch_slider(ui, "machine/speed", header.cut_right(118, 10).inset(0, -2),
                                   static_cast<int>(kPlaySpeeds.size()), model.play_speed,
                                   "Speed of this picture; training has a speed of its own");
    if (speed != model.play_speed) ui.ask(action::kSetPlaySpeed, speed);
  }
  const Rect next = header.cut_right(size, 2).inset(0, beyond);
  const Rect play = header.cut_right(size, 2).inset(0, beyond);
  const Rect back = header.cut_right(size, 10).inset(0, beyond);
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

}  // namespace pipette::app::schedule_scene
