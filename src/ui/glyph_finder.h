// Finds the glyph at a place of the font atlas: the way back from a drawing to its text.
//
//   const GlyphFinder glyphs(ui.fonts);                   // after the frame
//   if (const auto found = glyphs.at({u, v})) found->codepoint;
//
// Valid until a font is rasterised again, so only for the last frame drawn. One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/ui.h"

namespace pipette::app {

class GlyphFinder {
 public:
  struct Face {
    const char* family;
    int weight;
    friend bool operator==(const Face&, const Face&) = default;
  };
  struct Found {
    Face face;
    float size, ascent;  // as rasterised
    float em;            // of a font of size 1
    const ImFontGlyph* glyph;
    float space;  // the advance of a space
  };

  explicit GlyphFinder(const Fonts& fonts);
  // The glyph that covers a point of the atlas.
  std::optional<Found> at(ImVec2 uv) const;

 private:
  std::vector<Found> all_;
};

std::string utf8(unsigned int codepoint);

}  // namespace pipette::app
