#include "scenes/feeds/pad_view.h"

#include <algorithm>

#include "cards/actions.h"
#include "cards/class_bars.h"
#include "ui/widgets.h"

namespace pipette::app::feeds_scene {
namespace {

void classify(Ui& ui, const JudgedDrawing& model, PadViewState* state) {
  state->asked_at_step = model.trained_steps;
  Intent intent{action::kClassify};
  const DrawingPad& pad = state->pad;
  if (!pad.canvas.empty()) intent.pixels.assign(pad.picture.begin(), pad.picture.end());
  ui.intents.push_back(std::move(intent));
}

}  // namespace

void draw_pad(Ui& ui, const JudgedDrawing& model, PadViewState* state, const Rect& area) {
  Rect header;
  Rect content = card(ui, "pad", area, "Your " + std::string(model.classes->one), &header);
  DrawingPad& pad = state->pad;
  const Rect clear = header.cut_right(56).inset(0, -2);
  if (button(ui, "pad/clear", clear,
             {.label = "Clear", .enabled = !pad.canvas.empty(), .quiet = true})) {
    pad.clear();
    classify(ui, model, state);
  }
  const float side = std::min(content.h, content.w * 0.62f);
  const Rect left = content.cut_left(side, 14);
  const bool changed =
      draw_drawing_pad(ui, "pad/canvas", *model.classes, &pad, {left.x, left.y, side, side});
  const bool judged = pad.canvas.empty() || model.trained_steps == state->asked_at_step;
  if (changed || !judged) classify(ui, model, state);
  ui.rects.publish("pad/bars", content);
  const bool known = model.classified && !pad.canvas.empty();
  draw_class_bars(ui, {model.classes, known ? model.probabilities.data() : nullptr}, content);
}

}  // namespace pipette::app::feeds_scene
