// Inter for text, JetBrains Mono for numbers, both compiled in and rasterised at the size and
// density they are drawn at.
//
//   ui.fonts = load_fonts();   // once per ImGui context, before the first frame
#pragma once

#include "ui/ui.h"

namespace pipette::app {

Fonts load_fonts();

}  // namespace pipette::app
