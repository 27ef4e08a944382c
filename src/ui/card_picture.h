// A picture of one card of a frontend, as SVG for a paper or a slide.
//
//   const std::string svg = card_picture(ui, frontend, "loss", ThemeKind::light, page);
//
// The frontend is drawn again in the given colours, as high as the whole page needs and without a
// pointer. So the card is complete, wherever the page is scrolled to, and nothing looks pointed at.
// Call it between frames, and draw another frame after it. Returns "" for an unknown card.
#pragma once

#include <string>

#include "ui/frontend.h"

namespace pipette::app {

std::string card_picture(Ui& ui, Frontend& frontend, const std::string& card, ThemeKind colors,
                         const Rect& page);

}  // namespace pipette::app
