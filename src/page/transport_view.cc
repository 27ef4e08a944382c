#include "page/transport_view.h"

#include <algorithm>
#include <span>

#include "page/actions.h"
#include "runs/speed_scale.h"
#include "ui/fitting.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

struct Control {
  const char* name;
  Icon icon;
  const char* label;
  const char* action;
  const char* help;
};
constexpr Control kPhase = {
    "transport/step-phase", Icon::step_phase, "Phase", action::kStepPhase,
    "Run to the end of loading, of the forward or backward pass, or of the weight update; in a "
    "pipeline to where its stages do something else within this slot   ( N )"};
constexpr Control kSteps[] = {
    {"transport/step-instruction", Icon::step_instruction, "Instruction", action::kStepInstruction,
     "Execute one instruction of the program   ( . )"},
    kPhase,
    {"transport/step-training", Icon::step_training, "Step", action::kStepTraining,
     "Run to the end of this training step   ( / )"},
    {"transport/step-engine-run", Icon::step_engine_run, "Engine run", action::kStepEngineRun,
     "Run to the end of this Engine::run   ( Shift + / )"},
};

void draw_mark(Ui& ui, float x, float center_y) {
  // A pipette: bulb, stem, drop.
  const Theme& theme = ui.colors();
  ImDrawList* draw = ui.draw();
  const ImU32 blue = activity_color(theme, Activity::forward);
  draw->AddLine({x + 17, center_y - 7}, {x + 7, center_y + 3}, theme.ink, 5);
  draw->AddCircleFilled({x + 17.5f, center_y - 7.5f}, 4.6f, theme.ink);
  draw->AddLine({x + 7, center_y + 3}, {x + 4, center_y + 6}, theme.ink, 2);
  draw->AddCircleFilled({x + 2.6f, center_y + 8.6f}, 2.4f, blue);
}

void draw_name(Ui& ui, const Rect& area, bool named) {
  draw_mark(ui, area.x + 2, area.center_y());
  if (!named) return;
  text(ui, area.x + 31, area.center_y() - 8.5f, "Pipette", ui.colors().text, 16, ui.fonts.strong);
}

void run_button(Ui& ui, const TransportModel& model, const Rect& area) {
  constexpr float kRoomForWord = 80;
  const bool running = model.running;
  const ButtonLook look = {.icon = running ? Icon::pause : Icon::play,
                           .label = area.w < kRoomForWord ? ""
                                    : running             ? "Pause"
                                                          : "Run",
                           .primary = true,
                           .enabled = running || !model.finished};
  const char* help = running          ? "Pause   ( Space )"
                     : model.finished ? "All steps are done: reset to begin again"
                     : model.measures ? "Make all of the batches   ( Space )"
                                      : "Train until the last step   ( Space )";
  if (button(ui, "transport/run", area, look, help)) {
    ui.ask(running ? action::kPause : action::kRun);
  }
}

constexpr Control kPipelineSteps[] = {
    {"transport/step-slot", Icon::step_instruction, "Slot", action::kTrainSlot,
     "Train to the end of this slot of the schedule"},
    kPhase,
    {"transport/step-training", Icon::step_training, "Update", action::kStepTraining,
     "Train to the end of this weight update   ( / )"},
    {"transport/step-engine-run", Icon::step_engine_run, "Engine run", action::kStepEngineRun,
     "Run to the end of this Engine::run   ( Shift + / )"},
};

constexpr Control kBenchmarkSteps[] = {
    {"transport/step-training", Icon::step_training, "Batch", action::kStepTraining,
     "Make one mini-batch   ( / )"},
    {"transport/step-engine-run", Icon::step_engine_run, "Epoch", action::kStepEngineRun,
     "To the end of this epoch, whose batches are timed together   ( Shift + / )"},
};

std::span<const Control> steps_of(const TransportModel& model) {
  if (model.measures) return kBenchmarkSteps;
  if (model.pipelined) return kPipelineSteps;
  return kSteps;
}

void step_button(Ui& ui, const TransportModel& model, const Control& control, const Rect& area,
                 bool labelled) {
  const ButtonLook look = {.icon = control.icon,
                           .label = labelled ? control.label : "",
                           .enabled = !model.running && !model.finished};
  if (button(ui, control.name, area, look, control.help)) ui.ask(control.action);
}

void back_button(Ui& ui, const TransportModel& model, const Rect& area) {
  const ButtonLook look = {.icon = Icon::step_back, .enabled = !model.running && model.can_go_back};
  if (button(ui, "transport/step-back", area, look,
             model.can_go_back
                 ? "One step back: it is trained again from the first step up to there, with the "
                   "same bits   ( Z )"
                 : "One step back, once there is a step to go back from")) {
    ui.ask(action::kStepBack);
  }
}

void reset_button(Ui& ui, const Rect& area, bool labelled) {
  const ButtonLook look = {.icon = Icon::reset, .label = labelled ? "Reset" : ""};
  if (button(ui, "transport/reset", area, look,
             "Start again from the first step with the same seed   ( R )")) {
    ui.ask(action::kReset);
  }
}

void end_of_bar(Ui& ui, const TransportModel& model, Rect* bar, OpenCards* open) {
  const float size = ui.control();
  const Rect help = bar->cut_right(size, 4);
  const Rect theme = bar->cut_right(size, 4);
  const bool dark = ui.theme_kind == ThemeKind::dark;
  if (button(ui, "transport/lessons", bar->cut_right(size, 4), {.icon = Icon::book, .quiet = true},
             "Lessons, with code that you can change")) {
    ui.ask(action::kOpenLessons);
  }
  constexpr float kRoomForWall = 300, kRoomForThumbs = 400;  // a phone is no wall
  if (bar->w >= (ui.thumbs() ? kRoomForThumbs : kRoomForWall) &&
      button(ui, "transport/present", bar->cut_right(size, 4), {.icon = Icon::wall, .quiet = true},
             "On the wall: a card at a time, twice as large   ( V )")) {
    ui.ask(action::kPresent);
  }
  const bool refused = !model.until_error.empty();
  const bool stops = !model.until.empty() && !refused;
  if (button(ui, "transport/stop", bar->cut_right(size, 4),
             {.icon = Icon::flag, .quiet = true, .selected = stops || open->stop},
             refused ? "Nothing stops the run: what was entered is no condition   ( G )"
             : stops ? "Stops when " + model.until + "   ( G )"
                     : "Stop at an accuracy, a loss, a step or the first stall   ( G )")) {
    open->stop = !open->stop;
  }
  if (button(ui, "transport/help", help, {.icon = Icon::help, .quiet = true},
             ui.thumbs() ? "Help: what fingers do, words, lessons"
                         : "Help: keys, words, names of the tutorials, lessons   ( H )")) {
    ui.ask(action::kOpenHelp);
  }
  if (button(ui, "transport/theme", theme, {.icon = dark ? Icon::sun : Icon::moon, .quiet = true},
             dark ? "Light colours, for projectors   ( T )" : "Dark colours   ( T )")) {
    ui.ask(action::kSetTheme, dark ? 0 : 1);
  }
}

// "25 steps/s", in the program's word for a step.
std::string speed_label(const TransportModel& model, int notch) {
  const auto index = static_cast<std::size_t>(std::clamp(notch, 0, kSpeedNotches - 1));
  std::string label = kSpeeds[index].label;
  const std::size_t several = label.find("steps/"), one = label.find("step/");
  if (several != std::string::npos) return label.replace(several, 5, model.words.several);
  return one == std::string::npos ? label : label.replace(one, 4, model.words.one);
}

void speed_control(Ui& ui, const TransportModel& model, Rect area, float label_width) {
  constexpr float kRoomBeside = 240, kUnder = 14;
  if (model.measures) return;  // the faster the better
  Rect label = area;
  const bool beside = area.w >= kRoomBeside;
  label = beside ? area.cut_right(label_width, 8) : label.cut_bottom(kUnder);
  const int notch = notch_slider(ui, "transport/speed", area, kSpeedNotches, model.speed,
                                 "Speed of the animation; modelled time is the same at every speed",
                                 beside ? 0 : kUnder);
  if (notch != model.speed) ui.ask(action::kSetSpeed, notch);
  text_in(ui, label, speed_label(model, notch), ui.colors().text_dim, sizes::kSmall);
}

// The counter as complete as the room allows: with its unit, and the number of steps asked for.
std::string step_text(Ui& ui, const TransportModel& model, float width) {
  const std::string counted = format_count(model.step) + " / " + format_count(model.total_steps);
  const std::string unit = std::string(" ") + model.words.several;
  const std::string asked =
      model.asked_steps == 0 ? "" : " (asked " + format_count(model.asked_steps) + ")";
  return fitting(ui, {counted + unit + asked, counted + asked, counted + unit, counted}, width,
                 sizes::kText, ui.fonts.mono);
}

std::string second_line(const TransportModel& model) {
  if (model.running && !model.measures && model.real_steps_per_second >= 1) {
    return format_count(static_cast<std::int64_t>(model.real_steps_per_second)) + " " +
           model.words.several + "/s here";
  }
  return model.fingerprint.empty() ? model.status : model.status + ", weights " + model.fingerprint;
}

void progress_line(Ui& ui, const TransportModel& model, const Rect& bar) {
  const Theme& theme = ui.colors();
  const float fraction =
      model.total_steps > 0 ? static_cast<float>(model.step) / static_cast<float>(model.total_steps)
                            : 0;
  ui.draw()->AddRectFilled({bar.x, bar.bottom() - 1}, {bar.right(), bar.bottom()},
                           theme.card_border);
  ui.draw()->AddRectFilled({bar.x, bar.bottom() - 2},
                           {bar.x + bar.w * std::clamp(fraction, 0.0f, 1.0f), bar.bottom()},
                           theme.ink);
}

void step_counter(Ui& ui, const TransportModel& model, Rect area) {
  const Theme& theme = ui.colors();
  ui.rects.publish("transport/progress", area);
  if (model.finished) {
    if (invisible_button("transport/progress", area)) ui.ask(action::kShowResult);
    tooltip_for_last_item(ui, "What came of it");
  }
  Rect top = area;
  top.h = area.h / 2 + 2;
  Rect under = area;
  under.cut_top(area.h / 2 + 1);
  const std::string steps = step_text(ui, model, area.w);
  const bool fits = text_width(ui, steps, sizes::kText, ui.fonts.mono) <= area.w;
  text_in(ui, top, steps, theme.text, fits ? sizes::kText : sizes::kTiny, ui.fonts.mono,
          Align::right);
  text_in(ui, under,
          fitting(ui, {second_line(model), model.status}, area.w, sizes::kSmall, nullptr),
          theme.text_dim, sizes::kSmall, nullptr, Align::right);
}

}  // namespace

void draw_transport(Ui& ui, const TransportModel& model, Rect bar, OpenCards* open) {
  fill_rect(ui, bar, ui.colors().card);
  progress_line(ui, model, bar);
  Rect line = bar.inset(sizes::kGap, (bar.h - ui.control()) / 2);
  const bool labelled = bar.w >= (ui.thumbs() ? 1280 : 1160);

  const bool named = bar.w >= 900;
  if (named || !ui.thumbs()) draw_name(ui, line.cut_left(named ? 108 : 32, 8), named);

  run_button(ui, model, line.cut_left(named ? 92.0f : 44.0f, 8));
  back_button(ui, model, line.cut_left(button_width(ui, {.icon = Icon::step_back}), 6));
  for (const Control& control : steps_of(model)) {
    const ButtonLook look = {.icon = control.icon, .label = labelled ? control.label : ""};
    step_button(ui, model, control, line.cut_left(button_width(ui, look), 6), labelled);
  }
  line.cut_left(2);
  reset_button(
      ui,
      line.cut_left(button_width(ui, {.icon = Icon::reset, .label = labelled ? "Reset" : ""}),
                    named ? 18.0f : 8.0f),
      labelled);
  end_of_bar(ui, model, &line, open);
  line.cut_right(8);
  step_counter(ui, model,
               line.cut_right(named         ? 150.0f
                              : ui.thumbs() ? 108.0f
                                            : 126.0f,
                              12)
                   .inset(0, -3));
  speed_control(ui, model, line.cut_left(std::min(line.w, 330.0f)), 116);
}

void draw_title(Ui& ui, const TransportModel& model, Rect bar, OpenCards* open) {
  fill_rect(ui, bar, ui.colors().card);
  progress_line(ui, model, bar);
  Rect line = bar.inset(sizes::kGap, (bar.h - sizes::kControlTouch) / 2);
  constexpr float kRoomForMark = 350, kRoomForName = 430;
  const bool named = bar.w >= kRoomForName;
  if (bar.w >= kRoomForMark) draw_name(ui, line.cut_left(named ? 96 : 28, 4), named);
  end_of_bar(ui, model, &line, open);
  line.cut_right(4);
  step_counter(ui, model, line.inset(0, 4));
}

void draw_transport_phone(Ui& ui, const TransportModel& model, Rect bar) {
  const Theme& theme = ui.colors();
  fill_rect(ui, bar, theme.card);
  ui.draw()->AddLine({bar.x, bar.y}, {bar.right(), bar.y}, theme.card_border);
  Rect body = bar.inset(sizes::kGap, 8);
  Rect upper = body.cut_top(sizes::kControlTouch, 8);
  back_button(ui, model, upper.cut_left(sizes::kControlTouch, 8));
  speed_control(ui, model, upper, 116);
  Rect line = body.cut_top(sizes::kControlTouch);
  const float gap = bar.w < 360 ? 4 : 8;
  run_button(ui, model, line.cut_left(line.w - 5 * (sizes::kControlTouch + gap), gap));
  for (const Control& control : steps_of(model)) {
    step_button(ui, model, control, line.cut_left(sizes::kControlTouch, gap), false);
  }
  reset_button(ui, line.cut_left(sizes::kControlTouch), false);
}

}  // namespace pipette::app
