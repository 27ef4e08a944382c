#include "ui/glyph_finder.h"

#include <algorithm>

#include "imgui_internal.h"
#include "ui/fonts.h"

namespace pipette::app {
namespace {

constexpr GlyphFinder::Face kText = {"Inter", 400}, kStrong = {"Inter", 600},
                            kMono = {"JetBrains Mono", 400};

}  // namespace

GlyphFinder::GlyphFinder(const Fonts& fonts) {
  auto& bakes = ImGui::GetIO().Fonts->Builder->BakedPool;
  for (int i = 0; i < bakes.Size; ++i) {
    ImFontBaked& baked = bakes[i];
    if (baked.WantDestroy) continue;
    const Face own = baked.ContainerFont == fonts.mono     ? kMono
                     : baked.ContainerFont == fonts.strong ? kStrong
                                                           : kText;
    const float space = baked.GetCharAdvance(' ');
    for (const ImFontGlyph& glyph : baked.Glyphs) {
      if (!glyph.Visible) continue;
      // Glyphs that a font lacks come from the second one merged into it (fonts.cc).
      const Face face = glyph.SourceIdx == 0 ? own : kText;
      const float em = em_of(font_bytes(face.family, face.weight));
      all_.push_back({face, baked.Size, baked.Ascent, em, &glyph, space});
    }
  }
}

std::optional<GlyphFinder::Found> GlyphFinder::at(ImVec2 uv) const {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const Found& one) {
    const ImFontGlyph& glyph = *one.glyph;
    return uv.x > glyph.U0 && uv.x < glyph.U1 && uv.y > glyph.V0 && uv.y < glyph.V1;
  });
  return found == all_.end() ? std::nullopt : std::optional(*found);
}

std::string utf8(unsigned int codepoint) {
  char text[5];
  ImTextCharToUtf8(text, codepoint);
  return text;
}

}  // namespace pipette::app
