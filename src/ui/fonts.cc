#include "ui/fonts.h"

#include <cstddef>
#include <span>

#include "embedded/inter_regular.h"
#include "embedded/inter_semibold.h"
#include "embedded/jetbrains_mono_regular.h"

namespace pipette::app {
namespace {

ImFont* add(std::span<const std::byte> bytes, bool merge = false) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = 2;
  config.MergeMode = merge;
  // ImGui only reads the data; its interface predates const.
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(
      const_cast<std::byte*>(bytes.data()), static_cast<int>(bytes.size()), sizes::kText, &config);
}

// What the font itself lacks is taken from the regular one (tools/make_fonts).
ImFont* add_with_fallback(std::span<const std::byte> bytes) {
  ImFont* font = add(bytes);
  add(embedded::inter_regular_bytes(), true);
  return font;
}

}  // namespace

Fonts load_fonts() {
  Fonts fonts;
  fonts.text = add(embedded::inter_regular_bytes());
  fonts.strong = add_with_fallback(embedded::inter_semibold_bytes());
  fonts.mono = add_with_fallback(embedded::jetbrains_mono_regular_bytes());
  return fonts;
}

}  // namespace pipette::app
