#include "ui/fonts.h"

#include <cstdint>

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

// Glyphs that the font lacks are taken from the regular one (tools/make_fonts).
ImFont* add_with_fallback(std::span<const std::byte> bytes) {
  ImFont* font = add(bytes);
  add(embedded::inter_regular_bytes(), true);
  return font;
}

// A two-byte number in a table of an OpenType font; the font begins with a directory of its tables.
int number_in(std::span<const std::byte> font, std::string_view table, std::size_t offset) {
  const auto bytes = [&](std::size_t at, std::size_t count) {
    std::size_t value = 0;
    while (count-- > 0) value = value << 8 | std::to_integer<std::size_t>(font[at++]);
    return value;
  };
  const auto* text = reinterpret_cast<const char*>(font.data());
  constexpr std::size_t kDirectory = 12, kEntry = 16;
  std::size_t entry = kDirectory;
  while (std::string_view(text + entry, 4) != table) entry += kEntry;
  return static_cast<std::int16_t>(bytes(bytes(entry + 8, 4) + offset, 2));
}

}  // namespace

Fonts load_fonts() {
  Fonts fonts;
  fonts.text = add(embedded::inter_regular_bytes());
  fonts.strong = add_with_fallback(embedded::inter_semibold_bytes());
  fonts.mono = add_with_fallback(embedded::jetbrains_mono_regular_bytes());
  return fonts;
}

std::span<const std::byte> font_bytes(std::string_view family, int weight) {
  if (family != "Inter") return embedded::jetbrains_mono_regular_bytes();
  return weight == 600 ? embedded::inter_semibold_bytes() : embedded::inter_regular_bytes();
}

float em_of(std::span<const std::byte> font) {
  const int height = number_in(font, "hhea", 4) - number_in(font, "hhea", 6);
  return static_cast<float>(number_in(font, "head", 18)) / static_cast<float>(height);
}

}  // namespace pipette::app
