// One card of what a frontend draws, as SVG for a paper or a slide.
//
//   const std::string svg = card_picture(ui, frontend, "loss", ThemeKind::light, page);
//
// The frontend is drawn anew, in those colours, as high as all of it needs and without a pointer
// over it: so the card is whole, wherever the page is scrolled to, and shows what nobody points at.
// Call it between frames, and draw another one after it. Empty where there is no such card.
#pragma once

#include <string>

#include "ui/frontend.h"

namespace pipette::app {

std::string card_picture(Ui& ui, Frontend& frontend, const std::string& card, ThemeKind colors,
                         const Rect& page);

}  // namespace pipette::app
