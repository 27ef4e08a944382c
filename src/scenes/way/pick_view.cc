// The choice of the image to follow: a test image, or a drawing.
#include <algorithm>
#include <string>

#include "core/item.h"
#include "scenes/way/actions.h"
#include "scenes/way/way_view.h"
#include "ui/widgets.h"

namespace pipette::app::way_scene {
namespace {

constexpr float kBeside = 1.5f;  // from this width/height, tiles and pad are side by side

// "7, taken for 1"
std::string verdict(const WayModel& model) {
  return item(model.classes->short_names, model.label) + std::string(", taken for ") +
         item(model.classes->short_names, model.prediction);
}

// The choice of a drawing's label; a test image has one already.
void draw_label(Ui& ui, const WayModel& model, Rect line) {
  const Theme& theme = ui.colors();
  if (model.step < 0) return;
  ui.rects.publish("pick/verdict", line);
  if (!model.drawn) {
    return text_in(ui, line, verdict(model), theme.text, sizes::kSmall, ui.fonts.strong);
  }
  std::vector<std::string> options = {"As the network sees it"};
  for (const char* name : model.classes->short_names) options.emplace_back(name);
  const std::string label = item(model.classes->short_names, model.label);
  const int chosen = model.label_given ? model.label + 1 : 0;
  const std::string words = "Meant to be";
  text_in(ui, line.cut_left(text_width(ui, words, sizes::kSmall, ui.fonts.strong) + 2, 6), words,
          theme.text, sizes::kSmall, ui.fonts.strong);
  const int picked = choice_box(ui, "pick/label", line.cut_left(std::min(112.0f, line.w)),
                                model.label_given ? label : label + "?", options, chosen);
  if (picked >= 0) ui.ask(action::kLabelImage, picked - 1);
}

void draw_pad(Ui& ui, const WayModel& model, DrawingPad* pad, const Rect& square) {
  if (!model.drawn && model.step >= 0 && !pad->drawing && !pad->canvas.empty()) pad->clear();
  if (draw_drawing_pad(ui, "pick/canvas", *model.classes, pad, square)) {
    ui.intents.push_back(
        {action::kDrawImage, {}, 0, {}, {pad->picture.begin(), pad->picture.end()}});
  }
  if (model.drawn) outline_rect(ui, square.inset(0.5f), ui.colors().ink, 8, 2.5f);
}

}  // namespace

void draw_pick(Ui& ui, const WayModel& model, const TestDigits& digits, WayPickState* state,
               const Rect& area) {
  Rect header;
  Rect content =
      card(ui, "pick", area, "Pick or draw a " + std::string(model.classes->one), &header);
  const float size = ui.header_control();
  const Rect clear = header.cut_right(56).inset(0, (header.h - size) / 2);
  if (button(ui, "pick/clear", clear,
             {.label = "Clear", .enabled = !state->pad.canvas.empty(), .quiet = true})) {
    ui.intents.push_back({action::kDrawImage});
  }
  const bool beside = content.w > kBeside * content.h || ui.display.touch_layout;
  Rect pad, tiles = content;
  if (beside) {
    const float side = std::min({content.h, 0.5f * content.w, 220.0f});
    pad = tiles.cut_right(side, 12);
    pad.h = side;
    draw_label(ui, model, tiles.cut_bottom(ui.control(), 6));
  } else {
    const float side = std::min(content.w, 0.45f * content.h);
    pad = tiles.cut_top(side, 8);
    pad = {pad.center_x() - side / 2, pad.y, side, side};
    draw_label(ui, model, tiles.cut_top(ui.control(), 8));
  }
  draw_pad(ui, model, &state->pad, pad);
  const DigitTiles drawn = draw_digit_tiles(
      ui, {&digits, true, model.drawn ? -1 : static_cast<int>(model.test)}, &state->tiles, tiles);
  if (drawn.pressed) ui.ask(action::kPickImage, *drawn.pressed);
}

}  // namespace pipette::app::way_scene
