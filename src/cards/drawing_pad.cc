#include "cards/drawing_pad.h"

#include <algorithm>

#include "ui/pointer_path.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr float kPreview = 34, kPreviewMargin = 6;

bool sleeps(const Ui& ui, const DrawingPad& pad) {
  return (ui.display.coarse || ui.display.touch) && !pad.awake;
}

bool pen_input(Ui& ui, const std::string& name, DrawingPad* pad, const Rect& square) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool elsewhere = ImGui::IsMouseClicked(0) && !square.contains(mouse.x, mouse.y);
  if (elsewhere || ui.page_scroll != pad->page_scroll) pad->awake = false;
  pad->page_scroll = ui.page_scroll;
  const bool asleep = sleeps(ui, *pad);
  ui.rects.publish(name, square, asleep ? Claim::horizontal : Claim::drag);
  if (invisible_button(name, square)) pad->awake = true;
  const bool held = ImGui::IsItemActive() && (!asleep || ImGui::IsMouseDragging(0));
  const bool begins = held && !pad->drawing;
  const auto in_square = [&square](ImVec2 at) {
    return DigitCanvas::Point{std::clamp((at.x - square.x) / square.w, 0.0f, 1.0f),
                              std::clamp((at.y - square.y) / square.h, 0.0f, 1.0f)};
  };
  if (begins) {
    pad->drawing = true;
    pad->canvas.begin_stroke(in_square(mouse));
    return true;
  }
  bool changed = false;
  if (pad->drawing) {
    for (const ImVec2& at : pressed_path(true)) changed |= pad->canvas.extend(in_square(at));
  }
  pad->drawing = held;
  return changed;
}

void draw_strokes(Ui& ui, const ImageClasses& classes, const DrawingPad& pad, const Rect& square) {
  const Theme& theme = ui.colors();
  const DigitCanvas& canvas = pad.canvas;
  fill_rect(ui, square, theme.sunken, 8);
  outline_rect(ui, square, theme.card_border, 8);
  const float width = square.w * 0.075f;
  const auto place = [&square](const DigitCanvas::Point& point) {
    return ImVec2(square.x + point.x * square.w, square.y + point.y * square.h);
  };
  ui.draw()->PushClipRect({square.x, square.y}, {square.right(), square.bottom()}, true);
  for (const auto& stroke : canvas.strokes()) {
    for (const DigitCanvas::Point& point : stroke) ui.draw()->PathLineTo(place(point));
    if (stroke.size() > 1) {
      ui.draw()->PathStroke(theme.text, 0, width);
    } else {
      ui.draw()->PathClear();
    }
    for (const DigitCanvas::Point& point : stroke) {  // round joints
      ui.draw()->AddCircleFilled(place(point), width / 2, theme.text);
    }
  }
  ui.draw()->PopClipRect();
  if (canvas.empty()) {
    text_in(ui, square,
            (sleeps(ui, pad) ? "Tap, then draw a " : "Draw a ") + std::string(classes.one),
            theme.text_dim, sizes::kSmall, nullptr, Align::center);
  }
}

void draw_preview(Ui& ui, const DigitAtlas& preview, const Rect& square) {
  const Rect area = {square.right() - kPreview - kPreviewMargin,
                     square.bottom() - kPreview - kPreviewMargin, kPreview, kPreview};
  fill_rect(ui, area.inset(-2), ui.colors().card, 5);
  outline_rect(ui, area.inset(-2), ui.colors().card_border, 5);
  preview.draw(ui, 0, area, ui.colors().text);
}

}  // namespace

bool draw_drawing_pad(Ui& ui, const std::string& name, const ImageClasses& classes, DrawingPad* pad,
                      const Rect& square) {
  const bool changed = pen_input(ui, name, pad, square);
  if (changed) {
    pad->picture = pad->canvas.rasterize();
    pad->preview.set(0, pad->picture.data());
  }
  draw_strokes(ui, classes, *pad, square);
  if (!pad->canvas.empty()) draw_preview(ui, pad->preview, square);
  return changed;
}

}  // namespace pipette::app
