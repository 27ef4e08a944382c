#include "scenes/feeds/digits_view.h"

#include "ui/widgets.h"

namespace pipette::app::feeds_scene {

void draw_digits(Ui& ui, const TestDigits& model, DigitTilesState* state, const Rect& area) {
  Rect header;
  const Rect content =
      card(ui, "digits", area, "Test " + std::string(model.classes->several), &header);
  const DigitTiles tiles = draw_digit_tiles(ui, {&model}, state, content);
  if (tiles.asked == 0) return;
  text_in(ui, header, std::to_string(tiles.right) + " of " + std::to_string(tiles.asked) + " right",
          ui.colors().text_dim, sizes::kSmall, nullptr, Align::right);
}

}  // namespace pipette::app::feeds_scene
