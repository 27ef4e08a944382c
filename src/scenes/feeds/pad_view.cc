#include "scenes/feeds/pad_view.h"

#include <algorithm>

#include "cards/actions.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

void classify(Ui& ui, const JudgedDrawing& model, PadViewState* state) {
  const DigitCanvas::Picture picture = state->canvas.rasterize();
  state->preview.set(0, picture.data());
  state->asked_at_step = model.trained_steps;
  Intent intent{action::kClassify};
  if (!state->canvas.empty()) intent.pixels.assign(picture.begin(), picture.end());
  ui.intents.push_back(std::move(intent));
}

void pen_input(Ui& ui, const JudgedDrawing& model, PadViewState* state, const Rect& pad) {
  ui.rects.publish("pad/canvas", pad, Claim::drag);
  invisible_button("pad/canvas", pad);
  const bool held = ImGui::IsItemActive();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float x = std::clamp((mouse.x - pad.x) / pad.w, 0.0f, 1.0f);
  const float y = std::clamp((mouse.y - pad.y) / pad.h, 0.0f, 1.0f);
  if (held && !state->drawing) {
    state->canvas.begin_stroke(x, y);
    classify(ui, model, state);
  } else if (held) {
    const std::size_t before = state->canvas.strokes().back().size();
    state->canvas.extend(x, y);
    if (state->canvas.strokes().back().size() != before) classify(ui, model, state);
  }
  state->drawing = held;
}

void draw_strokes(Ui& ui, const JudgedDrawing& model, const PadViewState& state, const Rect& pad) {
  const Theme& theme = ui.colors();
  fill_rect(ui, pad, theme.sunken, 8);
  outline_rect(ui, pad, theme.card_border, 8);
  const float width = pad.w * 0.075f;
  ui.draw()->PushClipRect({pad.x, pad.y}, {pad.right(), pad.bottom()}, true);
  for (const auto& stroke : state.canvas.strokes()) {
    for (const DigitCanvas::Point& point : stroke) {
      ui.draw()->PathLineTo({pad.x + point.x * pad.w, pad.y + point.y * pad.h});
    }
    if (stroke.size() > 1) {
      ui.draw()->PathStroke(theme.text, 0, width);
    } else {
      ui.draw()->PathClear();
    }
    for (const DigitCanvas::Point& point : stroke) {  // round joints
      ui.draw()->AddCircleFilled({pad.x + point.x * pad.w, pad.y + point.y * pad.h}, width / 2,
                                 theme.text);
    }
  }
  ui.draw()->PopClipRect();
  if (state.canvas.empty()) {
    text_in(ui, pad, "Draw a " + std::string(model.classes->one), theme.text_dim, sizes::kSmall,
            nullptr, Align::center);
  }
}

void draw_bars(Ui& ui, const JudgedDrawing& model, bool empty, const Rect& area) {
  const Theme& theme = ui.colors();
  const auto best = static_cast<std::size_t>(
      std::max_element(model.probabilities.begin(), model.probabilities.end()) -
      model.probabilities.begin());
  const bool known = model.classified && !empty;
  const float row = area.h / 10;
  float names = 10;
  for (const char* name : model.classes->short_names) {
    names = std::max(names, text_width(ui, name, sizes::kSmall, ui.fonts.strong));
  }
  for (std::size_t digit = 0; digit < 10; ++digit) {
    Rect line = {area.x, area.y + row * static_cast<float>(digit), area.w, row};
    const bool chosen = known && digit == best;
    text_in(ui, line.cut_left(names, 6), model.classes->short_names[digit],
            chosen ? theme.text : theme.text_dim, sizes::kSmall,
            chosen ? ui.fonts.strong : ui.fonts.text);
    const float height = std::min(8.0f, row - 3);
    const Rect bar = {line.x, line.center_y() - height / 2, line.w, height};
    fill_rect(ui, bar, theme.grid, height / 2);
    if (!known) continue;
    const float width = std::max(height, bar.w * model.probabilities[digit]);
    ui.draw()->AddRectFilled({bar.x, bar.y}, {bar.x + width, bar.bottom()},
                             chosen ? theme.ink : theme.line, height / 2);
  }
}

}  // namespace

void draw_pad(Ui& ui, const JudgedDrawing& model, PadViewState* state, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect header;
  Rect content = card(ui, "pad", area, "Your " + std::string(model.classes->one), &header);
  const bool empty = state->canvas.empty();
  const Rect clear = header.cut_right(56).inset(0, -2);
  if (button(ui, "pad/clear", clear, {.label = "Clear", .enabled = !empty, .quiet = true})) {
    state->canvas.clear();
    classify(ui, model, state);
  }
  const float side = std::min(content.h, content.w * 0.62f);
  Rect left = content.cut_left(side, 14);
  const Rect pad = {left.x, left.y, side, side};
  pen_input(ui, model, state, pad);
  draw_strokes(ui, model, *state, pad);
  if (!empty && model.trained_steps != state->asked_at_step) classify(ui, model, state);

  const Rect preview = {pad.right() - 40, pad.bottom() - 40, 34, 34};
  if (!state->canvas.empty()) {
    ui.draw()->AddRectFilled({preview.x - 2, preview.y - 2},
                             {preview.right() + 2, preview.bottom() + 2}, theme.card, 5);
    ui.draw()->AddRect({preview.x - 2, preview.y - 2}, {preview.right() + 2, preview.bottom() + 2},
                       theme.card_border, 5);
    state->preview.draw(ui, 0, preview, theme.text);
  }
  ui.rects.publish("pad/bars", content);
  draw_bars(ui, model, state->canvas.empty(), content);
}

}  // namespace pipette::app
