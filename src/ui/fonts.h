// Inter for text and JetBrains Mono for numbers, both compiled in and rasterised at the size and
// density at which they are drawn.
//
//   ui.fonts = load_fonts();   // once per ImGui context, before the first frame
#pragma once

#include "ui/ui.h"

namespace pipette::app {

Fonts load_fonts();

}  // namespace pipette::app
