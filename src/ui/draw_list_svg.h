// What Dear ImGui has drawn, as SVG: the triangles of a draw list become the shapes, lines and
// words that they were made of.
//
//   const std::string svg = draw_data_svg(ui, *ImGui::GetDrawData(), "page", area, "Loss");
//
// Draw the frame without smoothed edges (card_picture.h): then every shape is a fan of triangles
// and every piece of a line a rectangle. Glyphs are found in the font atlas by their place there,
// and those that follow each other on one line become one text; the fonts come along inside of the
// SVG. Textures of the page (picture.h) become PNGs, spans (render/span_batch.h) rectangles.
//
// Inaccuracies: corners of spans are not round, and shapes of one half-transparent colour that
// overlap are not darker where they do. One thread.
#pragma once

#include <string>

#include "ui/rect.h"
#include "ui/ui.h"

namespace pipette::app {

// Of the windows whose name begins with `windows`, what lies in `area`.
std::string draw_data_svg(const Ui& ui, const ImDrawData& data, const std::string& windows,
                          const Rect& area, const std::string& title);

}  // namespace pipette::app
