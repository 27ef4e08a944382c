// Inter for text and JetBrains Mono for numbers, both compiled in and rasterised at the size and
// density of each use.
//
//   ui.fonts = load_fonts();   // once per ImGui context, before the first frame
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "ui/ui.h"

namespace pipette::app {

Fonts load_fonts();

// The font file of a CSS family and weight: "Inter" 400 and 600, "JetBrains Mono" 400.
std::span<const std::byte> font_bytes(std::string_view family, int weight);
// The CSS font-size of a font whose ImGui size is 1: ImGui measures from ascender to descender, CSS
// measures the em.
float em_of(std::span<const std::byte> font);

}  // namespace pipette::app
