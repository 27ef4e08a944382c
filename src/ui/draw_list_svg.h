// Draw data of Dear ImGui as SVG: the triangles of a draw list are turned back into the shapes,
// lines and words that they came from.
//
//   const std::string svg = draw_data_svg(ui, *ImGui::GetDrawData(), "page", area, "Loss");
//
// Draw the frame without smoothed edges (card_picture.h): then every shape is a fan of triangles
// and every piece of a line a rectangle. Glyphs are identified by their place in the font atlas,
// and consecutive ones on a line become one text; the fonts are embedded in the SVG. Textures of
// the page (picture.h) become PNGs, spans (render/span_batch.h) rectangles.
//
// Inaccuracies: corners of spans are not rounded, and overlapping shapes of one half-transparent
// colour do not get darker where they overlap. One thread.
#pragma once

#include <string>

#include "ui/rect.h"
#include "ui/ui.h"

namespace pipette::app {

// Draws the part of the windows whose names begin with `windows` that lies in `area`.
std::string draw_data_svg(const Ui& ui, const ImDrawData& data, const std::string& windows,
                          const Rect& area, const std::string& title);

}  // namespace pipette::app
