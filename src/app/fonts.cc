#include "app/fonts.h"

#include <cstddef>
#include <span>

#include "embedded/inter_regular.h"
#include "embedded/inter_semibold.h"
#include "embedded/jetbrains_mono_regular.h"

namespace pipette::app {
namespace {

ImFont* add(std::span<const std::byte> bytes, float size, float offset_y) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = 2;
  config.GlyphOffset.y = offset_y;
  // ImGui only reads the data; its interface predates const.
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<std::byte*>(bytes.data()),
                                                    static_cast<int>(bytes.size()), size, &config);
}

}  // namespace

Fonts load_fonts() {
  Fonts fonts;
  fonts.text = add(embedded::inter_regular_bytes(), sizes::kText, 0);
  fonts.strong = add(embedded::inter_semibold_bytes(), sizes::kText, 0);
  fonts.mono = add(embedded::jetbrains_mono_regular_bytes(), sizes::kText, 0);
  return fonts;
}

}  // namespace pipette::app
